import { open } from 'node:fs/promises';
import { ArchiveError, type ArchiveKind, type ArchiveLimits, type RawEntry } from './archive.ts';
import { readTar } from './readTar.ts';
import { readZip } from './readZip.ts';

/** Of a tar's first header: where its name, and where `ustar` is. */
const headBytes = 512;
const magicAt = 257;

/**
 * @returns the kind of archive, by its content
 * @throws ArchiveError when it is not an archive
 */
export async function kindOfArchive(path: string): Promise<ArchiveKind> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.length >= 4 && head.readUInt32LE(0) === 0x04034b50) return 'zip';
    if (head.length >= 2 && head.readUInt16BE(0) === 0x1f8b) return 'tar.gz';
    if (head.subarray(magicAt, magicAt + 5).toString('latin1') === 'ustar') return 'tar';
  } finally {
    await file.close();
  }
  throw new ArchiveError('unreadable', 'This is no archive that can be read. Send a zip, tar.gz or tar file.');
}

/**
 * Yields an archive's entries one by one; the content of one must be read or discarded before the next.
 * @throws ArchiveError
 */
export async function* readEntries(path: string, kind: ArchiveKind, limits: ArchiveLimits): AsyncGenerator<RawEntry> {
  let count = 0;
  for await (const entry of kind === 'zip' ? readZip(path) : readTar(path, kind, limits)) {
    count += 1;
    if (count > limits.entries) {
      throw new ArchiveError('tooLarge', `The archive holds more than ${limits.entries} files.`);
    }
    yield entry;
  }
  if (count === 0) throw new ArchiveError('unreadable', 'The archive is empty.');
}
