import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packFiles } from '@assay/archives';
import type { FormData } from '@assay/proxies';
import { glob, isDynamicPattern } from 'tinyglobby';
import { CommandFailure, exitCodes } from './exitCodes.ts';

/** More are sent as one archive. */
const maxFiles = 100;
/** What an archive may hold, and bytes of a request. */
const maxPacked = 20_000;
const maxArchive = 512 * 1024 * 1024;
const compress = promisify(gzip);

/**
 * @returns the files for these names and patterns, each once, in order.
 * @throws CommandFailure when a name matches nothing, or there are more files than an archive may hold.
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
  if (found.size > maxPacked) {
    throw new CommandFailure(
      exitCodes.usage,
      `${found.size} files match; an upload takes ${maxPacked}. Name fewer files.`,
    );
  }
  return [...found];
}

/**
 * Provides what makes the form's files while it is in use: the files themselves, or one archive of many, which is packed
 * temporarily.
 * @throws CommandFailure when the archive is larger than a request may be
 */
export async function withFiles<Result>(
  files: readonly string[],
  work: (append: (form: FormData) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  if (files.length <= maxFiles) {
    return work(async (form) => {
      for (const file of files) await appendFile(form, file);
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-upload-'));
  try {
    const path = join(folder, 'results.tar.gz');
    await packFiles(
      files.map((file) => ({ name: nameOf(file).replace(/^(?:\.\.\/)+/, ''), path: file })),
      path,
    );
    const { size } = await stat(path);
    if (size > maxArchive) {
      const message = `${files.length} files have ${size} bytes, packed; an upload takes ${maxArchive}. Name fewer files.`;
      throw new CommandFailure(exitCodes.usage, message);
    }
    // Read from disk while it is sent.
    return await work(async (form) => form.append('file', await openAsBlob(path), 'results.tar.gz'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function nameOf(path: string): string {
  return relative('.', path).split(sep).join('/');
}

/** Adds a file to a form, XML compressed. */
async function appendFile(form: FormData, path: string): Promise<void> {
  const content = await readFile(path);
  const name = nameOf(path);
  const isPlain = content.length > 1024 && !/\.(gz|zip)$/i.test(path) && content[0] !== 0x1f && content[0] !== 0x50;
  const bytes = isPlain ? await compress(content) : content;
  form.append('file', new Blob([new Uint8Array(bytes)]), isPlain ? `${name}.gz` : name);
}
