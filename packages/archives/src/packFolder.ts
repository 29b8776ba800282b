import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Folders that can be fetched or rebuilt. */
const leftOut = new Set(['.git', 'node_modules']);

/**
 * Packs a folder's content as a tar.gz file, without `.git` and `node_modules`; symbolic links stay links.
 * @returns how many files it holds
 */
export async function packFolder(folder: string, to: string): Promise<number> {
  const archive = pack();
  const written = pipeline(archive, createGzip(), createWriteStream(to));
  const addAll = async (): Promise<number> => {
    let files = 0;
    for await (const { name, kind } of thingsIn(folder, '')) {
      files += 1;
      const path = join(folder, name);
      if (kind === 'symlink') {
        archive.entry({ name, type: 'symlink', linkname: (await readlink(path)).replaceAll('\\', '/') });
        continue;
      }
      const { size, mode, mtime } = await stat(path);
      const entry = archive.entry({ name, size, mode: mode & 0o777, mtime });
      // No more than the announced size, even if somebody is writing to the file.
      const content = size > 0 ? createReadStream(path, { end: size - 1 }) : [];
      await pipeline(content, entry);
    }
    archive.finalize();
    return files;
  };
  const adding = addAll().catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [files] = await Promise.all([adding, written]);
  return files;
}

async function* thingsIn(folder: string, within: string): AsyncGenerator<{ name: string; kind: 'file' | 'symlink' }> {
  const entries = await readdir(join(folder, within), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (leftOut.has(entry.name)) continue;
    const name = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isDirectory()) yield* thingsIn(folder, name);
    else if (entry.isFile()) yield { name, kind: 'file' };
    else if (entry.isSymbolicLink()) yield { name, kind: 'symlink' };
  }
}
