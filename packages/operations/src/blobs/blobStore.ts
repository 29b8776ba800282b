import type { Readable } from 'node:stream';
import type { BlobId } from '@assay/contract';

export type ListedBlob = { blobId: BlobId; size: number };

/** First and last byte, both included. */
export type ByteRange = { first: number; last: number };

/**
 * Stores contents under their names: as files of this machine, or objects in a bucket. A name exists only with its
 * complete content. Ids are already validated.
 */
export type BlobStore = {
  sizeOf(blobId: BlobId): Promise<number | null>;
  /** @param bytes a range within the content; all of it by default */
  stream(blobId: BlobId, bytes?: ByteRange): Promise<Readable | null>;
  /** Stores content whose name was verified, unless it exists. */
  put(blobId: BlobId, content: Buffer): Promise<void>;
  /**
   * Stores a stream without holding it in memory.
   * @param limit bytes that it has at most
   * @param check called at its end; when it throws, or the stream fails, nothing is stored.
   */
  putStream(blobId: BlobId, content: Readable, limit: number, check: () => void): Promise<void>;
  /** Hides a content if it exists. */
  hide(blobId: BlobId): Promise<void>;
  /** Restores a hidden content, unless it was stored again. */
  unhide(blobId: BlobId): Promise<void>;
  deleteHidden(blobId: BlobId): Promise<void>;
  hidden(): Promise<BlobId[]>;
  list(): AsyncIterable<ListedBlob>;
  /** Removes the remains of interrupted writes. Other processes may be writing right now. */
  dropAbandoned(before: Date): Promise<void>;
  close(): Promise<void>;
};

/** Ids come from outside: one that is not a hash could name something else. */
export function isBlobId(text: string): text is BlobId {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Where content is written until it is complete. */
export const incoming = 'incoming';
/** Where a blob is hidden while its references are checked. */
export const outOfSight = 'leaving';

/** 256 folders keep each one small. */
export function keyOf(blobId: BlobId): string {
  return `${blobId.slice(0, 2)}/${blobId}`;
}

export function hiddenKeyOf(blobId: BlobId): string {
  return `${outOfSight}/${blobId}`;
}
