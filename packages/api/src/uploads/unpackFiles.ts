import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openZipContent } from '@assay/archives';
import type { BlobId } from '@assay/contract';
import { maxReportBytes } from '@assay/junit';
import yauzl from 'yauzl';
import { artifactKindOf } from './artifactKinds.ts';
import type { UploadArtifacts } from './uploadArtifacts.ts';
import { uploadLimits } from './uploadLimits.ts';
import { type ReceivedFile, UploadTooLarge } from './uploadReading.ts';

/** A file to read as a report: its path, or its bytes; with `inArchive` it may turn out not to be one. */
export type FoundReport = { source: string | Buffer; sha256: string; name: string; inArchive: boolean };

/** Reports of this size in bytes are read in memory: many small ones would each cost a file. */
const smallBytes = 256 * 1024;

/**
 * Finds the reports among received files: plain, gzipped, or in zip archives together with the files that tests name.
 * Nothing is ever written under a name from an archive.
 */
export class Unpacking {
  readonly #folder: string;
  readonly #artifacts: UploadArtifacts;
  #bytes = 0;
  #entries = 0;
  #count = 0;

  constructor(folder: string, artifacts: UploadArtifacts) {
    this.#folder = folder;
    this.#artifacts = artifacts;
  }

  /**
   * @returns the reports in a file one by one. Of an archive they count only once all of it was read.
   * @throws UploadTooLarge, UnreadableArchive
   */
  async *reportsIn({ path, name, size, sha256 }: ReceivedFile): AsyncGenerator<FoundReport> {
    const start = await startOf(path);
    try {
      if (isZip(start)) yield* this.#unzip(path, name);
      else if (start.length >= 2 && start.readUInt16BE(0) === 0x1f8b) yield await this.#gunzip(path, name);
      else if (artifactKindOf(name)) await this.#keepArtifact(createReadStream(path), { name, inArchive: false });
      else {
        if (size > maxReportBytes) throw tooLarge(name, maxReportBytes);
        const source = size <= smallBytes ? await readFile(path) : path;
        yield { source, sha256, name, inArchive: false };
      }
    } catch (error) {
      if (error instanceof UploadTooLarge || error instanceof UnreadableArchive || !isDataError(error)) throw error;
      throw new UnreadableArchive(`the archive cannot be read: ${error.message}`);
    }
  }

  async #gunzip(path: string, name: string): Promise<FoundReport> {
    const inner = name.replace(/\.gz$/i, '');
    const source = createReadStream(path);
    const gunzip = createGunzip();
    source.on('error', (error) => gunzip.destroy(error));
    const to = await this.#write(source.pipe(gunzip), inner, maxReportBytes);
    return { source: to.path, sha256: to.blobId, name: inner, inArchive: false };
  }

  async *#unzip(path: string, name: string): AsyncGenerator<FoundReport> {
    const zip = await yauzl.openPromise(path, { autoClose: false });
    let reports = 0;
    try {
      if (zip.entryCount === 0) throw new UnreadableArchive(`${name} is an empty archive`);
      for await (const entry of zip.eachEntry()) {
        this.#entries += 1;
        if (this.#entries > uploadLimits.zipEntries) {
          throw new UploadTooLarge(`An upload may hold ${uploadLimits.zipEntries} files at most.`);
        }
        const { fileName } = entry;
        const isReport = /\.(xml|trx)$/i.test(fileName);
        if (fileName.endsWith('/') || isNoise(fileName) || !(isReport || artifactKindOf(fileName))) continue;
        if (!entry.canDecodeFileData()) {
          throw new UnreadableArchive(`${fileName} is encrypted or packed in an unknown way`);
        }
        if (isReport && entry.uncompressedSize > maxReportBytes) throw tooLarge(fileName, maxReportBytes);
        const content = await openZipContent(zip, entry);
        if (isReport) {
          reports += 1;
          yield {
            ...(await this.#reportOf(content, fileName, entry.uncompressedSize)),
            name: fileName,
            inArchive: true,
          };
        } else await this.#keepArtifact(content, { name: fileName, inArchive: true });
      }
    } finally {
      zip.close();
    }
    if (reports === 0) throw new UnreadableArchive(`${name} holds no XML file`);
  }

  async #reportOf(content: Readable, name: string, size: number): Promise<Pick<FoundReport, 'source' | 'sha256'>> {
    if (size > smallBytes) {
      const { path, blobId } = await this.#write(content, name, maxReportBytes);
      return { source: path, sha256: blobId };
    }
    // An entry that is longer than it says ends in an error.
    const source = await buffer(content);
    const excess = this.#excessWith(source.length);
    if (excess) throw excess;
    return { source, sha256: createHash('sha256').update(source).digest('hex') };
  }

  async #keepArtifact(content: Readable, { name, inArchive }: Pick<FoundReport, 'name' | 'inArchive'>): Promise<void> {
    const { path, blobId, size } = await this.#write(content, name, uploadLimits.artifactBytes);
    this.#artifacts.add({ name: name.replace(/^\.\//, ''), path, blobId, size, inArchive });
  }

  async #write(
    content: Readable,
    name: string,
    limit: number,
  ): Promise<{ path: string; blobId: BlobId; size: number }> {
    this.#count += 1;
    const path = join(this.#folder, `unpacked-${this.#count}`);
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        hash.update(chunk);
        const excess = size > limit ? tooLarge(name, limit) : this.#excessWith(chunk.length);
        if (excess) done(excess);
        else done(null, chunk);
      },
    });
    await pipeline(content, measure, createWriteStream(path));
    return { path, blobId: hash.digest('hex') as BlobId, size };
  }

  #excessWith(bytes: number): UploadTooLarge | null {
    this.#bytes += bytes;
    if (this.#bytes <= uploadLimits.unpackedBytes) return null;
    return new UploadTooLarge(`Unpacked, the upload is larger than ${uploadLimits.unpackedBytes} bytes.`);
  }
}

/** An archive of which nothing can be taken, and why. */
export class UnreadableArchive extends Error {}

function tooLarge(name: string, limit: number): UploadTooLarge {
  return new UploadTooLarge(`${name} is too large: one such file may have ${limit} bytes, unpacked.`);
}

/** One that is empty begins with the end of its directory. */
function isZip(start: Buffer): boolean {
  return start.length >= 4 && [0x04034b50, 0x06054b50].includes(start.readUInt32LE(0));
}

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
