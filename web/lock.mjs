// The lock file without addresses: whoever installs asks the registry he has. `node lock.mjs` strips them,
// `node lock.mjs --check` only looks.
import { readFileSync, writeFileSync } from 'node:fs';

const LOCK = new URL('./package-lock.json', import.meta.url);
const ADDRESS = /"resolved"|https?:|\/\//;

if (process.argv.includes('--check')) {
  const found = readFileSync(LOCK, 'utf8')
    .split('\n')
    .findIndex((line) => ADDRESS.test(line.replace(/"integrity": "[^"]*"/, '')));
  if (found >= 0) {
    console.error(`package-lock.json has an address in line ${found + 1}; "npm run lock" makes it without.`);
    process.exit(1);
  }
} else {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  for (const entry of Object.values(lock.packages)) {
    delete entry.resolved;
    delete entry.funding;
  }
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
}
