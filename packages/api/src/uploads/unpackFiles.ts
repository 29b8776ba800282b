import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ArchiveError, openZipContent, readEntries } from '@assay/archives';
import type { BlobId } from '@assay/contract';
import { maxReportBytes } from '@assay/junit';
import yauzl from 'yauzl';
import { artifactKindOf } from './artifactKinds.ts';
import { contentKindOf, isNeverReport, isRecording, startBytes } from './contentKinds.ts';
import type { UploadArtifacts } from './uploadArtifacts.ts';
import { uploadLimits } from './uploadLimits.ts';
import { type FileNote, type ReceivedFile, UploadTooLarge } from './uploadReading.ts';

/** A file to read as a report: its path, or its bytes; with `inArchive` it may turn out not to be one. */
export type FoundReport = { source: string | Buffer; sha256: string; name: string; inArchive: boolean };

/** A stream whose beginning was read: `content` has all of it, `small` as well where it is short. */
type Opened = { content: Readable; start: Buffer; small: Buffer | null };
type Packed = {
  name: string;
  content: Readable;
  depth: number;
  /** Ends a content that is of no interest. */
  discard: (content: Readable) => Promise<void>;
};

/** Reports of this size in bytes are read in memory: many small ones would each cost a file. */
const smallBytes = 256 * 1024;
/** Archives in archives; a build's reports may be packed by job and again by the whole build. */
const maxDepth = 4;

/**
 * Finds the reports among received files by their content: plain, gzipped, or in zip and tar archives together with the
 * files that tests name, and in archives within archives. Nothing is ever written under a name from an archive.
 */
export class Unpacking {
  readonly #folder: string;
  readonly #artifacts: UploadArtifacts;
  readonly #leftOut: (note: FileNote) => void;
  #bytes = 0;
  #entries = 0;
  #count = 0;

  /** @param leftOut receives each file that is neither a report nor one that a test may name */
  constructor(folder: string, artifacts: UploadArtifacts, leftOut: (note: FileNote) => void) {
    this.#folder = folder;
    this.#artifacts = artifacts;
    this.#leftOut = leftOut;
  }

  /**
   * @returns the reports in a file one by one. Of an archive they count only once all of it was read.
   * @throws UploadTooLarge, UnreadableArchive
   */
  async *reportsIn({ path, name, size, sha256 }: ReceivedFile): AsyncGenerator<FoundReport> {
    const kind = contentKindOf(await startOf(path));
    try {
      if (kind === 'zip' || kind === 'tar') yield* this.#unpack(kind, path, name, 1);
      else if (kind === 'gzip') yield* this.#gunzip(path, name);
      else if (artifactKindOf(name) && kind !== 'report') {
        await this.#keepArtifact(createReadStream(path), { name, inArchive: false });
      } else {
        if (size > maxReportBytes) throw tooLarge(name, maxReportBytes);
        const source = size <= smallBytes ? await readFile(path) : path;
        yield { source, sha256, name, inArchive: false };
      }
    } catch (error) {
      if (error instanceof ArchiveError && error.problem === 'tooLarge') throw new UploadTooLarge(error.message);
      if (error instanceof UploadTooLarge || error instanceof UnreadableArchive || !isDataError(error)) throw error;
      throw new UnreadableArchive(`the archive cannot be read: ${error.message}`);
    }
  }

  /** A gzipped file is a report, or else an archive. */
  async *#gunzip(path: string, name: string): AsyncGenerator<FoundReport> {
    const inner = name.replace(/\.gz$/i, '');
    const source = createReadStream(path);
    const gunzip = createGunzip();
    source.on('error', (error) => gunzip.destroy(error));
    const { content, start } = await opened(source.pipe(gunzip));
    const kind = contentKindOf(start);
    const isArchive = kind === 'zip' || kind === 'tar';
    const to = await this.#write(content, inner, isArchive ? uploadLimits.unpackedBytes : maxReportBytes);
    if (isArchive) {
      // Its entries count, not their packing.
      this.#bytes -= to.size;
      yield* this.#unpack(kind, to.path, inner, 1);
      await rm(to.path, { force: true });
    } else yield { source: to.path, sha256: to.blobId, name: inner, inArchive: false };
  }

  async *#unpack(kind: 'zip' | 'tar', path: string, name: string, depth: number): AsyncGenerator<FoundReport> {
    let reports = 0;
    for await (const report of kind === 'zip' ? this.#unzip(path, name, depth) : this.#untar(path, depth)) {
      reports += 1;
      yield report;
    }
    if (reports === 0 && depth === 1) throw new UnreadableArchive(`${name} holds no report of tests`);
  }

  async *#unzip(path: string, name: string, depth: number): AsyncGenerator<FoundReport> {
    const zip = await yauzl.openPromise(path, { autoClose: false });
    try {
      if (zip.entryCount === 0) throw new UnreadableArchive(`${name} is an empty archive`);
      if (depth > 1 && (await isRecordingIn(path))) return this.#leftOut({ file: name, message: 'it is a recording' });
      for await (const entry of zip.eachEntry()) {
        const { fileName } = entry;
        if (fileName.endsWith('/') || this.#isSkipped(fileName)) continue;
        if (!entry.canDecodeFileData()) {
          throw new UnreadableArchive(`${fileName} is encrypted or packed in an unknown way`);
        }
        yield* this.#entryOf({ name: fileName, content: await openZipContent(zip, entry), depth, discard: destroy });
      }
    } finally {
      zip.close();
    }
  }

  async *#untar(path: string, depth: number): AsyncGenerator<FoundReport> {
    const limits = { entries: uploadLimits.zipEntries, unpackedBytes: uploadLimits.unpackedBytes };
    for await (const { name, content } of readEntries(path, 'tar', limits)) {
      if (content === null) continue;
      if (this.#isSkipped(name)) await drain(content);
      else yield* this.#entryOf({ name, content, depth, discard: drain });
    }
  }

  /** Counts an entry. @returns whether it is of no interest whatever it holds. */
  #isSkipped(name: string): boolean {
    this.#entries += 1;
    if (this.#entries > uploadLimits.zipEntries) {
      throw new UploadTooLarge(`An upload may hold ${uploadLimits.zipEntries} files at most.`);
    }
    return isNoise(name) || (isNeverReport(name) && !artifactKindOf(name));
  }

  async *#entryOf({ name, content: packed, depth, discard }: Packed): AsyncGenerator<FoundReport> {
    const { content, start, small } = await opened(packed);
    const kind = contentKindOf(start);
    if (artifactKindOf(name) && (isNeverReport(name) || kind === 'other' || kind === 'xml')) {
      await this.#keepArtifact(content, { name, inArchive: true });
    } else if (kind === 'zip' || kind === 'tar' || kind === 'gzip') {
      yield* this.#inner(kind, { name, content, depth: depth + 1, discard });
    } else if (kind === 'report' || isReportName(name)) {
      yield { ...(await this.#reportOf(content, small, name)), name, inArchive: true };
    } else {
      await discard(content);
      this.#leftOut({ file: name, message: 'it is not a report of tests' });
    }
  }

  /** An archive within an archive. */
  async *#inner(kind: 'zip' | 'tar' | 'gzip', { name, content, depth, discard }: Packed): AsyncGenerator<FoundReport> {
    if (depth > maxDepth) throw new UnreadableArchive(`${name} is packed more than ${maxDepth} times`);
    if (kind === 'gzip') {
      const unpacked = content.pipe(createGunzip());
      content.on('error', (error) => unpacked.destroy(error));
      yield* this.#entryOf({ name: name.replace(/\.gz$/i, ''), content: unpacked, depth, discard });
      return;
    }
    const { path } = await this.#write(content, name, uploadLimits.unpackedBytes);
    try {
      for await (const report of this.#unpack(kind, path, name, depth)) {
        yield { ...report, name: `${name}/${report.name}` };
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  async #reportOf(
    content: Readable,
    small: Buffer | null,
    name: string,
  ): Promise<Pick<FoundReport, 'source' | 'sha256'>> {
    if (small === null) {
      const { path, blobId } = await this.#write(content, name, maxReportBytes);
      return { source: path, sha256: blobId };
    }
    const excess = this.#excessWith(small.length);
    if (excess) throw excess;
    return { source: small, sha256: createHash('sha256').update(small).digest('hex') };
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

/** Read whatever it holds: what is wrong with it is said. */
function isReportName(name: string): boolean {
  return /\.(xml|trx)$/i.test(name);
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads the start of a stream. @returns it with the whole content, which has to be read or destroyed. */
async function opened(stream: Readable): Promise<Opened> {
  const parts: Buffer[] = [];
  const rest: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let length = 0;
  let isWhole = false;
  while (!isWhole && length <= smallBytes) {
    const next = await rest.next();
    isWhole = next.done === true;
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
  }
  const start = Buffer.concat(parts);
  const whole = async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  const content = Readable.from(whole(), { objectMode: false });
  content.on('close', () => stream.destroy());
  return { content, start, small: isWhole ? start : null };
}

async function destroy(content: Readable): Promise<void> {
  content.destroy();
}

/** The entries of a tar come one after the other. */
async function drain(content: Readable): Promise<void> {
  for await (const _ of content);
}

async function isRecordingIn(path: string): Promise<boolean> {
  const zip = await yauzl.openPromise(path, { autoClose: false });
  try {
    for await (const { fileName } of zip.eachEntry()) if (isRecording(fileName)) return true;
    return false;
  } finally {
    zip.close();
  }
}
