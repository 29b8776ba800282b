import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openZipContent } from '@assay/archives';
import type { BlobId } from '@assay/contract';
import yauzl from 'yauzl';
import type { UnreadableFile } from '../http/apiErrors.ts';
import { artifactKindOf } from './artifactKinds.ts';
import type { UploadArtifacts } from './uploadArtifacts.ts';
import { uploadLimits } from './uploadLimits.ts';
import { type ReceivedFile, UploadTooLarge } from './uploadReading.ts';

/** A file to read as a report; with `inArchive` it may turn out not to be one. */
export type FoundReport = { path: string; name: string; inArchive: boolean };

type Unpacked = { reports: FoundReport[]; unreadable: UnreadableFile[] };

/**
 * Finds the reports among received files: plain, gzipped, or in zip archives together with the files that tests name.
 * Nothing is ever written under a name from an archive.
 * @throws UploadTooLarge
 */
export async function unpackFiles(
  files: readonly ReceivedFile[],
  folder: string,
  artifacts: UploadArtifacts,
): Promise<Unpacked> {
  const unpacking = new Unpacking(folder, artifacts);
  for (const file of files) await unpacking.take(file);
  return unpacking.unpacked;
}

class Unpacking {
  readonly unpacked: Unpacked = { reports: [], unreadable: [] };
  readonly #folder: string;
  readonly #artifacts: UploadArtifacts;
  #bytes = 0;
  #entries = 0;
  #count = 0;

  constructor(folder: string, artifacts: UploadArtifacts) {
    this.#folder = folder;
    this.#artifacts = artifacts;
  }

  async take({ path, name }: ReceivedFile): Promise<void> {
    const start = await startOf(path);
    try {
      if (start.length >= 4 && start.readUInt32LE(0) === 0x04034b50) await this.#unzip(path, name);
      else if (start.length >= 2 && start.readUInt16BE(0) === 0x1f8b) await this.#gunzip(path, name);
      else if (artifactKindOf(name)) await this.#keepArtifact(createReadStream(path), { name, inArchive: false });
      else this.unpacked.reports.push({ path, name, inArchive: false });
    } catch (error) {
      if (error instanceof UploadTooLarge || !isDataError(error)) throw error;
      const message = `the archive cannot be read: ${error.message}`;
      this.unpacked.unreadable.push({ file: name, line: null, column: null, message });
    }
  }

  async #gunzip(path: string, name: string): Promise<void> {
    const inner = name.replace(/\.gz$/i, '');
    const source = createReadStream(path);
    const gunzip = createGunzip();
    source.on('error', (error) => gunzip.destroy(error));
    const to = await this.#write(source.pipe(gunzip), uploadLimits.unpackedBytes);
    this.unpacked.reports.push({ path: to.path, name: inner, inArchive: false });
  }

  async #unzip(path: string, name: string): Promise<void> {
    const zip = await yauzl.openPromise(path, { autoClose: false });
    // An archive's contents count only once all of it was read.
    const reports: FoundReport[] = [];
    try {
      for await (const entry of zip.eachEntry()) {
        this.#entries += 1;
        if (this.#entries > uploadLimits.zipEntries) {
          throw new UploadTooLarge(`An upload may hold ${uploadLimits.zipEntries} files at most.`);
        }
        const { fileName } = entry;
        const isReport = /\.xml$/i.test(fileName);
        if (fileName.endsWith('/') || isNoise(fileName) || !(isReport || artifactKindOf(fileName))) continue;
        if (!entry.canDecodeFileData()) throw new ArchiveError(`${fileName} is encrypted or packed in an unknown way`);
        const content = await openZipContent(zip, entry);
        if (isReport) {
          const to = await this.#write(content, uploadLimits.unpackedBytes);
          reports.push({ path: to.path, name: fileName, inArchive: true });
        } else await this.#keepArtifact(content, { name: fileName, inArchive: true });
      }
    } finally {
      zip.close();
    }
    if (reports.length === 0) throw new ArchiveError(`${name} holds no XML file`);
    this.unpacked.reports.push(...reports);
  }

  async #keepArtifact(content: Readable, { name, inArchive }: Pick<FoundReport, 'name' | 'inArchive'>): Promise<void> {
    const { path, blobId, size } = await this.#write(content, uploadLimits.artifactBytes);
    this.#artifacts.add({ name: name.replace(/^\.\//, ''), path, blobId, size, inArchive });
  }

  async #write(content: Readable, limit: number): Promise<{ path: string; blobId: BlobId; size: number }> {
    this.#count += 1;
    const path = join(this.#folder, `unpacked-${this.#count}`);
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        this.#bytes += chunk.length;
        hash.update(chunk);
        if (size > limit) done(new UploadTooLarge(`One file of the upload is larger than ${limit} bytes.`));
        else if (this.#bytes > uploadLimits.unpackedBytes) {
          done(new UploadTooLarge(`Unpacked, the upload is larger than ${uploadLimits.unpackedBytes} bytes.`));
        } else done(null, chunk);
      },
    });
    await pipeline(content, measure, createWriteStream(path));
    return { path, blobId: hash.digest('hex') as BlobId, size };
  }
}

/** An error in the archive itself. */
class ArchiveError extends Error {}

/** Errors of zip and zlib for damaged data; anything else, such as a full disk, is not the upload's fault. */
function isDataError(error: unknown): error is { message: string } {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  return !('code' in error) || String(error.code).startsWith('Z_');
}

/** Files that macOS adds to archives. */
function isNoise(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)\._/.test(name);
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
