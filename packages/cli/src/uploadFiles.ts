import { readFile, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { glob, isDynamicPattern } from 'tinyglobby';
import { CommandFailure, exitCodes } from './exitCodes.ts';

const maxFiles = 100;
const pack = promisify(gzip);

/**
 * @returns the files for these names and patterns, each once, in order.
 * @throws CommandFailure when a name matches nothing, or there are too many files.
 */
export async function findFiles(wanted: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const name of wanted) {
    const isFile = await stat(name).then(
      (state) => state.isFile(),
      () => false,
    );
    if (isFile) {
      found.add(name);
      continue;
    }
    // A name that is not a file may be a pattern; on Windows it may have backslashes.
    const pattern = sep === '\\' ? name.replaceAll('\\', '/') : name;
    const matches = isDynamicPattern(pattern) ? await glob(pattern, { ignore: ['**/node_modules/**'] }) : [];
    if (matches.length === 0) throw new CommandFailure(exitCodes.usage, `There is no file '${name}'.`);
    for (const match of matches.sort()) found.add(match);
  }
  if (found.size > maxFiles) {
    const advice = `An upload takes ${maxFiles} files, but there are ${found.size}. Put them into a zip archive.`;
    throw new CommandFailure(exitCodes.usage, advice);
  }
  return [...found];
}

/** Adds a file to a form, XML compressed. */
export async function appendFile(form: FormData, path: string): Promise<void> {
  const content = await readFile(path);
  const name = relative('.', path).split(sep).join('/');
  const isPlain = content.length > 1024 && !/\.(gz|zip)$/i.test(path) && content[0] !== 0x1f && content[0] !== 0x50;
  const bytes = isPlain ? await pack(content) : content;
  form.append('file', new Blob([new Uint8Array(bytes)]), isPlain ? `${name}.gz` : name);
}
