import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // A name with an underscore is there to be left out.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // Maps here are replaced as a whole, made inside one function, or nothing is drawn from them.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    // Components are checked by svelte-check. Here a component's types are unknown to its neighbours, and to ask for
    // them would take a minute.
    files: ['**/*.svelte'],
    ...ts.configs.disableTypeChecked,
    languageOptions: { parserOptions: { parser: ts.parser, projectService: false } },
    rules: {
      ...ts.configs.disableTypeChecked.rules,
      // Only counters are set this way: SVG that the board draws, with every name in it escaped.
      'svelte/no-at-html-tags': 'off',
      // A space at the edge of a text would be lost without them.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['tests/**'],
    rules: {
      // What stands in for the server is async because the server is.
      '@typescript-eslint/require-await': 'off',
      // Spies are named, not called.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // The tools around the page run in Node; those in plain JavaScript have no types to check.
    files: ['*.js', '*.mjs', '*.ts'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['*.js', '*.mjs'],
    ...ts.configs.disableTypeChecked,
  },
);
