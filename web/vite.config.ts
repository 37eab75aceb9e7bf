import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { fileURLToPath } from 'node:url';
import { licences } from './licences';

// The server that answers /api while `npm run dev` serves the page.
const server = process.env['SANDTABLE'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), licences()],
  resolve: { alias: { 'milsymbol-parts': fileURLToPath(new URL('./node_modules/milsymbol/index.mjs', import.meta.url)) } },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1500,
    // How long the parts of a build took is of no use to whoever wants to play.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // The map's own colours are tested together with the page's.
  server: { fs: { allow: ['.', '../src/sandtable/drawing'] }, proxy: { '/api': { target: server, ws: true } } },
  // One page for all files of tests: to set up one for each would take ten times as long. What a test replaces is put back.
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    css: { include: [/tokens\.css/] },
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
