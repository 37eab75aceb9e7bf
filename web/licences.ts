import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const RULE = '='.repeat(80);

/** Writes the licences of all that is built into the page to a file beside it: who passes the page on passes them on too. */
export function licences(): Plugin {
  return {
    name: 'sandtable-licences',
    apply: 'build',
    generateBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) {
        const folder = PACKAGE.exec(id)?.[0];
        if (folder !== undefined) folders.add(folder);
      }
      const told = [...folders].map(licence).sort();
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: told.join('\n') });
    },
  };
}

function licence(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf-8')) as Record<string, string>;
  const file = readdirSync(folder).find((found) => /^licen[cs]e(\.\w+)?$/i.test(found));
  if (file === undefined) throw new Error(`the package ${name} is built into the page, and holds no licence to go with it`);
  return `${RULE}\n${name} ${version} (${license})\n${RULE}\n\n${readFileSync(`${folder}/${file}`, 'utf-8').trim()}\n`;
}
