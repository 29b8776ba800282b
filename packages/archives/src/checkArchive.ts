import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ArchiveError, type ArchiveLimits, type ArchiveSummary, archiveErrorOf } from './archive.ts';
import { EntryNames, safeLinkTarget, safeName } from './entryNames.ts';
import { Measure } from './measured.ts';
import { kindOfArchive, readEntries } from './readEntries.ts';

/**
 * Reads a zip, tar.gz or tar file to its end without writing anything.
 * @throws ArchiveError when it cannot be read, holds too much, or would write or point outside its folder
 */
export async function checkArchive(path: string, limits: ArchiveLimits): Promise<ArchiveSummary> {
  try {
    return await readAll(path, limits);
  } catch (error) {
    throw archiveErrorOf(error);
  }
}

async function readAll(path: string, limits: ArchiveLimits): Promise<ArchiveSummary> {
  const kind = await kindOfArchive(path);
  const measure = await Measure.of(path, limits);
  const names = new EntryNames();
  let files = 0;
  for await (const entry of readEntries(path, kind, limits)) {
    const name = safeName(entry.name);
    if (name === '') continue;
    if (entry.kind === 'hardlink') names.addHardLink(name, safeName(entry.target ?? ''));
    else names.add(name, entry.kind);
    if (entry.kind === 'symlink') safeLinkTarget(name, entry.target ?? '');
    if (entry.kind !== 'folder') files += 1;
    if (entry.content) await pipeline(entry.content, measure.stream(), nowhere());
  }
  names.checkAll();
  if (files === 0) throw new ArchiveError('unreadable', 'The archive holds no file.');
  return { kind, files, unpackedBytes: measure.bytes };
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
