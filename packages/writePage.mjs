// Keeps pages up to date that are written from the sources: by `npm run generate`, or with `--check` only compared.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** @returns {string} the current text of a page; empty for one that does not exist yet */
export function readPage(page) {
  return readFileSync(join(root, page), { encoding: 'utf8', flag: 'a+' });
}

/**
 * @param {string} page its path in the repository
 * @param {string} text what it should be
 */
export function writePage(page, text) {
  if (readPage(page) === text) return;
  if (process.argv.includes('--check')) {
    console.log(`npm run generate brings up to date: ${page}`);
    process.exit(1);
  }
  writeFileSync(join(root, page), text);
  console.log(`wrote ${page}`);
}
