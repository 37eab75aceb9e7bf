// The parts of milsymbol that its package does not list among its exports; vite.config.ts says where they are.
declare module 'milsymbol-parts' {
  import type milsymbol from 'milsymbol';

  export const ms: typeof milsymbol & { addIcons(icons: unknown): void };
  export const letterground: unknown;
}
