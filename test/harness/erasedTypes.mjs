// Loads TypeScript as Node will one day by itself: what is a type becomes blanks, so that every line and column stays
// where it is and a stack trace needs no source map. What was erased once is kept beside npm's packages.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = join(import.meta.dirname, '../../node_modules/.cache/assay-tests/erased');
mkdirSync(cache, { recursive: true });

/** Node's hook: https://nodejs.org/docs/latest-v20.x/api/module.html#loadurl-context-nextload */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const source = readFileSync(fileURLToPath(url), 'utf8');
  return { format: 'module', shortCircuit: true, source: await erased(source, url) };
}

async function erased(source, url) {
  const kept = join(cache, createHash('sha256').update(source).digest('hex'));
  try {
    return readFileSync(kept, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { default: blankTypes } = await import('ts-blank-space');
  const code = blankTypes(source, () => {
    throw new Error(`${url} has syntax that is more than types`);
  });
  // Another worker may write the same.
  const making = `${kept}-${process.pid}-${url.length}`;
  writeFileSync(making, code);
  renameSync(making, kept);
  return code;
}
