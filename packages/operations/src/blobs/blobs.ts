import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobId } from '@assay/contract';
import { Disk } from 'flydrive';
import type { Clock } from '../clock.ts';
import { OperationsError } from '../operationsError.ts';
import { type AddressSigner, type BlobSigning, openBlobSigning } from './blobSigning.ts';
import { DurableFsDriver } from './durableFsDriver.ts';
import { MeasuredStream } from './measuredStream.ts';

/** Where content is written until its hash is known. */
const incoming = 'incoming';
/** Where a blob is put while it is made sure that nothing has it. */
const outOfSight = 'leaving';
const abandonedAfterMs = 24 * 3_600_000;

export type StoredBlob = { blobId: BlobId; size: number };

/**
 * Everything bulky: logs, screenshots, videos, uploads. A blob is named by the SHA-256 of its content, so it never
 * changes, is stored once, and can be uploaded repeatedly. Acknowledged content is on disk.
 */
export type Blobs = BlobSigning & {
  put(content: Buffer): Promise<StoredBlob>;
  /**
   * Stores a stream without holding it in memory.
   * @param terms.expected the required hash
   * @param terms.limit maximum size, in bytes
   * @throws OperationsError `blob.tooLarge` or `blob.hashMismatch`; nothing is kept then or when the stream fails.
   */
  putStream(stream: Readable, terms: { expected?: BlobId; limit: number }): Promise<StoredBlob>;
  has(blobId: BlobId): Promise<boolean>;
  /**
   * @returns the content; null when there is no such blob.
   * @throws OperationsError `blob.damaged` when the file was changed.
   */
  read(blobId: BlobId): Promise<Buffer | null>;
  /** @returns the bytes of the content; null when there is no such blob. */
  sizeOf(blobId: BlobId): Promise<number | null>;
  /**
   * @param bytes first and last byte, both included, within the content; all of it when left out
   * @returns the content as a stream, not checked against its hash; null when there is no such blob.
   */
  stream(blobId: BlobId, bytes?: { first: number; last: number }): Promise<Readable | null>;
  /**
   * Puts a blob out of sight, asks whether it is wanted after all, and then removes it or puts it back. Whoever stores it
   * meanwhile stores it again. Only one process may remove at a time.
   * @returns whether the content is gone; false: it was wanted
   */
  remove(blobId: BlobId, isWanted: () => Promise<boolean>): Promise<boolean>;
  /** @returns what a process was killed while removing: `remove` finishes it. */
  leaving(): Promise<BlobId[]>;
};

export async function openBlobs(folder: string, signer: AddressSigner, now: Clock): Promise<Blobs> {
  const driver = new DurableFsDriver(folder);
  const disk = new Disk(driver);
  await dropAbandoned(disk, now);

  /** Writes a blob under a temporary name and renames it when complete. */
  async function arrive(write: (passingName: string) => Promise<BlobId>): Promise<BlobId> {
    const passingName = `${incoming}/${randomUUID()}`;
    try {
      const blobId = await write(passingName);
      // An existing blob was complete when it got its name. It is not replaced, because Windows cannot replace open
      // files.
      if (await has(blobId)) await disk.delete(passingName);
      else await disk.move(passingName, keyOf(blobId));
      return blobId;
    } catch (error) {
      await disk.delete(passingName);
      throw error;
    }
  }

  async function has(blobId: BlobId): Promise<boolean> {
    return isBlobId(blobId) && disk.exists(keyOf(blobId));
  }

  const stream: Blobs['stream'] = async (blobId, bytes) => {
    if (!(await has(blobId))) return null;
    return bytes ? driver.getPiece(keyOf(blobId), bytes) : disk.getStream(keyOf(blobId));
  };

  return {
    ...openBlobSigning(signer, now),
    has,
    stream,
    sizeOf: async (blobId) => ((await has(blobId)) ? (await disk.getMetaData(keyOf(blobId))).contentLength : null),

    async put(content) {
      const blobId = blobIdOf(content);
      if (!(await has(blobId))) {
        await arrive(async (passingName) => {
          await disk.put(passingName, content);
          return blobId;
        });
      }
      return { blobId, size: content.length };
    },

    async putStream(source, { expected, limit }) {
      const measuring = new MeasuredStream(limit);
      // Not a pipeline: the caller's stream is an HTTP request that must stay open to answer a refusal.
      source.once('error', (error) => measuring.destroy(error));
      source.once('close', () => {
        if (!source.readableEnded) measuring.destroy(new Error('The upload was cut off.'));
      });
      source.pipe(measuring);
      const blobId = await arrive(async (passingName) => {
        try {
          await disk.putStream(passingName, measuring);
        } catch (error) {
          // flydrive wraps the stream's error; callers distinguish cases by our own codes.
          throw measuring.failure ?? error;
        }
        const actual = measuring.digest();
        if (expected === undefined || actual === expected) return actual;
        throw new OperationsError('blob.hashMismatch', `The content's SHA-256 is ${actual}, not ${expected}.`);
      });
      return { blobId, size: measuring.size };
    },

    async remove(blobId, isWanted) {
      if (!isBlobId(blobId)) throw new TypeError(`not a blob: ${blobId}`);
      const aside = `${outOfSight}/${blobId}`;
      // With both there, the content was stored again meanwhile, and one of them is enough.
      if (await has(blobId)) await driver.rename(keyOf(blobId), aside);
      if (await isWanted()) {
        if (await has(blobId)) await disk.delete(aside);
        else if (await disk.exists(aside)) await driver.rename(aside, keyOf(blobId));
        return false;
      }
      await disk.delete(aside);
      return true;
    },

    async leaving() {
      const { objects } = await disk.listAll(outOfSight);
      return [...objects].flatMap(({ name }) => (isBlobId(name) ? name : []));
    },

    async read(blobId) {
      const content = await stream(blobId);
      if (!content) return null;
      const bytes = await buffer(content);
      if (blobIdOf(bytes) !== blobId) throw new OperationsError('blob.damaged', `The blob ${blobId} is damaged.`);
      return bytes;
    },
  };
}

/** Ids come from outside: one that is not a hash could name another file. */
function isBlobId(text: string): text is BlobId {
  return /^[0-9a-f]{64}$/.test(text);
}

/** 256 folders keep each one small. */
function keyOf(blobId: BlobId): string {
  return `${blobId.slice(0, 2)}/${blobId}`;
}

/** @returns the name that the content has as a blob: its SHA-256. */
export function blobIdOf(content: Buffer): BlobId {
  return createHash('sha256').update(content).digest('hex') as BlobId;
}

/** Removes leftovers of processes killed while writing. Other processes may be writing right now. */
async function dropAbandoned(disk: Disk, now: Clock): Promise<void> {
  const { objects } = await disk.listAll(incoming);
  for (const file of objects) {
    if (!file.isFile) continue;
    const { lastModified } = await disk.getMetaData(file.key);
    if (now().getTime() - lastModified.getTime() > abandonedAfterMs) await disk.delete(file.key);
  }
}
