import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobId } from '@assay/contract';
import type { Clock } from '../clock.ts';
import { OperationsError } from '../operationsError.ts';
import { type AddressSigner, type BlobSigning, openBlobSigning } from './blobSigning.ts';
import { type BlobStore, type ByteRange, isBlobId } from './blobStore.ts';
import { storeChecked } from './storeChecked.ts';

const abandonedAfterMs = 24 * 3_600_000;

export type StoredBlob = { blobId: BlobId; size: number };

/**
 * Everything bulky: logs, screenshots, videos, uploads. A blob is named by the SHA-256 of its content, so it never
 * changes, is stored once, and can be uploaded repeatedly. Acknowledged content is on disk, or in the bucket.
 */
export type Blobs = BlobSigning & {
  put(content: Buffer): Promise<StoredBlob>;
  /**
   * Stores a stream without holding it in memory.
   * @param terms.expected the required hash, which is its name
   * @param terms.limit maximum size, in bytes
   * @throws OperationsError `blob.tooLarge` or `blob.hashMismatch`; nothing is kept then or when the stream fails.
   */
  putStream(stream: Readable, terms: { expected: BlobId; limit: number }): Promise<StoredBlob>;
  has(blobId: BlobId): Promise<boolean>;
  /**
   * @returns the content; null when there is no such blob.
   * @throws OperationsError `blob.damaged` when the content was changed.
   */
  read(blobId: BlobId): Promise<Buffer | null>;
  /** @returns the size of the content in bytes; null when the blob does not exist. */
  sizeOf(blobId: BlobId): Promise<number | null>;
  /**
   * @param bytes first and last byte, both included, within the content; all of it when left out
   * @returns the content as a stream, not checked against its hash; null when there is no such blob.
   */
  stream(blobId: BlobId, bytes?: ByteRange): Promise<Readable | null>;
  /**
   * Hides a blob, checks whether it is still referenced, and then removes or restores it. Concurrent writers store it
   * again. Only one process may remove at a time.
   * @returns whether the content is gone; false: it is still referenced
   */
  remove(blobId: BlobId, isWanted: () => Promise<boolean>): Promise<boolean>;
  /** @returns removals interrupted by a crash: `remove` finishes them. */
  leaving(): Promise<BlobId[]>;
  /** @returns whether the blob store is reachable and accepts our credentials */
  answers(): Promise<boolean>;
};

/** @param store closed by the caller */
export async function openBlobs(store: BlobStore, signer: AddressSigner, now: Clock): Promise<Blobs> {
  await store.dropAbandoned(new Date(now().getTime() - abandonedAfterMs));

  const sizeOf: Blobs['sizeOf'] = async (blobId) => (isBlobId(blobId) ? store.sizeOf(blobId) : null);
  const stream: Blobs['stream'] = async (blobId, bytes) => (isBlobId(blobId) ? store.stream(blobId, bytes) : null);

  return {
    ...openBlobSigning(signer, now),
    sizeOf,
    stream,
    has: async (blobId) => (await sizeOf(blobId)) !== null,

    async put(content) {
      const blobId = blobIdOf(content);
      await store.put(blobId, content);
      return { blobId, size: content.length };
    },

    async putStream(source, { expected, limit }) {
      requireBlobId(expected);
      const size = await storeChecked(store, source, { expected, limit });
      return { blobId: expected, size };
    },

    async remove(blobId, isWanted) {
      requireBlobId(blobId);
      await store.hide(blobId);
      if (await isWanted()) {
        await store.unhide(blobId);
        return false;
      }
      await store.deleteHidden(blobId);
      return true;
    },

    leaving: () => store.hidden(),

    answers: () =>
      store.sizeOf(blobIdOf(Buffer.alloc(0))).then(
        () => true,
        () => false,
      ),

    async read(blobId) {
      const content = await stream(blobId);
      if (!content) return null;
      const bytes = await buffer(content);
      if (blobIdOf(bytes) !== blobId) throw new OperationsError('blob.damaged', `The blob ${blobId} is damaged.`);
      return bytes;
    },
  };
}

function requireBlobId(blobId: BlobId): void {
  if (!isBlobId(blobId)) throw new TypeError(`not a blob: ${blobId}`);
}

/** @returns the name that the content has as a blob: its SHA-256. */
export function blobIdOf(content: Buffer): BlobId {
  return createHash('sha256').update(content).digest('hex') as BlobId;
}
