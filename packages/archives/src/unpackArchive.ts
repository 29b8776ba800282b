import { createWriteStream } from 'node:fs';
import { link, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ArchiveError, type ArchiveLimits, type ArchiveSummary, archiveErrorOf } from './archive.ts';
import { EntryNames, safeLinkTarget, safeName } from './entryNames.ts';
import { Measure } from './measured.ts';
import { kindOfArchive, readEntries } from './readEntries.ts';

type Link = { name: string; target: string };

/**
 * Unpacks a zip, tar.gz or tar file into a new, empty folder. Links are created after all files, so that nothing is
 * ever written through one. When an archive is refused, the caller removes what it has left in the folder.
 * @throws ArchiveError when it cannot be read, holds too much, or would write or point outside the folder
 */
export async function unpackArchive(
  path: string,
  folder: string,
  limits: ArchiveLimits,
  signal?: AbortSignal,
): Promise<ArchiveSummary> {
  try {
    return await writeAll(path, folder, limits, signal);
  } catch (error) {
    throw archiveErrorOf(error);
  }
}

async function writeAll(
  path: string,
  folder: string,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): Promise<ArchiveSummary> {
  const kind = await kindOfArchive(path);
  const measure = await Measure.of(path, limits);
  const names = new EntryNames();
  const [symbolic, hard]: [Link[], Link[]] = [[], []];
  let files = 0;
  for await (const entry of readEntries(path, kind, limits)) {
    signal?.throwIfAborted();
    const name = safeName(entry.name);
    if (name === '') continue;
    if (entry.kind === 'hardlink') {
      const target = safeName(entry.target ?? '');
      names.addHardLink(name, target);
      hard.push({ name, target });
    } else names.add(name, entry.kind);
    if (entry.kind === 'symlink') symbolic.push({ name, target: safeLinkTarget(name, entry.target ?? '') });
    const to = join(folder, name);
    await within(name, () => mkdir(entry.kind === 'folder' ? to : dirname(to), { recursive: true }));
    if (entry.content) {
      const file = createWriteStream(to, { flags: 'wx', mode: entry.executable ? 0o755 : 0o644 });
      const { content } = entry;
      await within(name, () => pipeline(content, measure.stream(), file, { signal }));
    }
    if (entry.kind !== 'folder') files += 1;
  }
  names.checkAll();
  for (const { name, target } of hard) await within(name, () => link(join(folder, target), join(folder, name)));
  for (const { name, target } of symbolic) await within(name, () => symlink(target, join(folder, name)));
  return { kind, files, unpackedBytes: measure.bytes };
}

/** Names that differ only in case may be the same to the file system. */
async function within(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    const clash = ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code);
    if (!clash) throw error;
    throw new ArchiveError('unsafe', `The archive holds '${name}' twice, as far as this file system can tell.`, error);
  }
}
