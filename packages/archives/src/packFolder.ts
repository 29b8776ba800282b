import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as openTar } from 'tar-stream';

/** Folders that can be fetched or rebuilt. */
const leftOut = new Set(['.git', 'node_modules']);

/** What an archive holds a file or link as. */
type Packed = { name: string; path: string; kind: 'file' | 'symlink' };

/**
 * Packs a folder's content as a tar.gz file, without `.git` and `node_modules`; symbolic links stay links.
 * @returns how many files it holds
 */
export async function packFolder(folder: string, to: string): Promise<number> {
  return pack(thingsIn(folder, ''), to, 'own');
}

/** Packs files as a tar.gz file: the same content has the same bytes. @returns how many files it holds */
export async function packFiles(files: readonly { name: string; path: string }[], to: string): Promise<number> {
  return pack(
    files.map((file) => ({ ...file, kind: 'file' as const })),
    to,
    'none',
  );
}

/** @param times whether the archive has the files' modification times and modes */
async function pack(
  things: AsyncIterable<Packed> | Iterable<Packed>,
  to: string,
  times: 'own' | 'none',
): Promise<number> {
  const archive = openTar();
  const written = pipeline(archive, createGzip(), createWriteStream(to));
  const addAll = async (): Promise<number> => {
    let files = 0;
    for await (const { name, path, kind } of things) {
      files += 1;
      if (kind === 'symlink') {
        archive.entry({ name, type: 'symlink', linkname: (await readlink(path)).replaceAll('\\', '/') });
        continue;
      }
      const { size, mode, mtime } = await stat(path);
      const own = times === 'own' ? { mode: mode & 0o777, mtime } : { mtime: new Date(0) };
      const entry = archive.entry({ name, size, ...own });
      // No more than the announced size, even if another process is writing to the file.
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

async function* thingsIn(folder: string, within: string): AsyncGenerator<Packed> {
  const entries = await readdir(join(folder, within), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (leftOut.has(entry.name)) continue;
    const name = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isDirectory()) yield* thingsIn(folder, name);
    else if (entry.isFile()) yield { name, path: join(folder, name), kind: 'file' };
    else if (entry.isSymbolicLink()) yield { name, path: join(folder, name), kind: 'symlink' };
  }
}
