// Are the types of the wire there? They are made from the server's own description, which takes Python, and not kept in
// version control.
import { existsSync } from 'node:fs';

const TYPES = 'src/api/schema.ts';

if (!existsSync(new URL(TYPES, import.meta.url))) {
  console.error(`web/${TYPES} is missing: "make web/${TYPES}", in the folder above this, makes it from what the server sends.`);
  process.exit(1);
}
