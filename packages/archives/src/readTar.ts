import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { ArchiveError, type ArchiveKind, type ArchiveLimits, type RawEntry } from './archive.ts';

/** Of headers and padding, for each entry. */
const bytesBesideContent = 2048;
const kinds: Partial<Record<NonNullable<Header['type']>, RawEntry['kind']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
  symlink: 'symlink',
  link: 'hardlink',
};

export async function* readTar(path: string, kind: ArchiveKind, limits: ArchiveLimits): AsyncGenerator<RawEntry> {
  const entries = extract();
  const maxBytes = limits.unpackedBytes + limits.entries * bytesBesideContent;
  let refused: ArchiveError | null = null;
  let fed = 0;
  // Bytes outside of entries count too: a compressed archive may consist of nothing else.
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      fed += chunk.length;
      if (fed > maxBytes) refused = new ArchiveError('tooLarge', 'Unpacked, the archive is larger than allowed.');
      if (refused) done(refused);
      else done(null, chunk);
    },
  });
  const source = createReadStream(path);
  const feeding = kind === 'tar' ? pipeline(source, meter, entries) : pipeline(source, createGunzip(), meter, entries);
  // Looked at below; a failure before that is not an unhandled one.
  feeding.catch(() => undefined);
  try {
    for await (const entry of entries) {
      const { name, type, linkname, mode } = entry.header;
      const what = kinds[type ?? 'file'];
      if (!what) {
        throw new ArchiveError('unsafe', `The archive holds '${name}', which is neither file, folder nor link.`);
      }
      const executable = ((mode ?? 0) & 0o100) !== 0;
      const content = what === 'file' ? Readable.from(entry) : null;
      yield { name, kind: what, executable, target: linkname ?? null, content };
      if (!content) entry.resume();
    }
    await feeding;
  } catch (error) {
    // The parser may only find out now that its input has ended too soon.
    throw refused ?? error;
  }
}
