import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ArchiveError, type RawEntry } from './archive.ts';
import { openZipContent } from './zipContent.ts';

const unixHost = 3;
const typeBits = 0o170000;
const symlinkType = 0o120000;
const folderType = 0o040000;
const fileTypes = new Set([0, 0o100000, folderType, symlinkType]);
const maxTargetLength = 4096;

export async function* readZip(path: string): AsyncGenerator<RawEntry> {
  let zip: Awaited<ReturnType<typeof yauzl.openPromise>> | null = null;
  try {
    zip = await yauzl.openPromise(path, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry;
      const mode = entry.versionMadeBy >> 8 === unixHost ? entry.externalFileAttributes >>> 16 : 0;
      const type = mode & typeBits;
      if (!fileTypes.has(type)) {
        throw new ArchiveError('unsafe', `The archive holds '${name}', which is neither file, folder nor link.`);
      }
      const what = { name, executable: (mode & 0o100) !== 0 };
      if (name.endsWith('/') || type === folderType) {
        yield { ...what, kind: 'folder', target: null, content: null };
        continue;
      }
      if (!entry.canDecodeFileData()) {
        throw new ArchiveError('unreadable', `'${name}' is encrypted, or packed in a way that cannot be read.`);
      }
      if (type === symlinkType && entry.uncompressedSize > maxTargetLength) {
        throw new ArchiveError('unsafe', `The link '${name}' would lead outside the archive's folder.`);
      }
      const content = await openZipContent(zip, entry);
      if (type === symlinkType) yield { ...what, kind: 'symlink', target: await text(content), content: null };
      else yield { ...what, kind: 'file', target: null, content };
    }
  } finally {
    zip?.close();
  }
}
