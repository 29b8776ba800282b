import type { Readable } from 'node:stream';
import type { BlobId } from '@assay/contract';
import type { BlobStore } from './blobStore.ts';
import { MeasuredStream } from './measuredStream.ts';

/**
 * Stores a stream under a name, which its SHA-256 has to be.
 * @returns its size
 * @throws OperationsError `blob.tooLarge` or `blob.hashMismatch`; nothing is kept then or when the stream fails.
 */
export async function storeChecked(
  store: BlobStore,
  source: Readable,
  { expected, limit }: { expected: BlobId; limit: number },
): Promise<number> {
  const measuring = new MeasuredStream(limit);
  // Not a pipeline: the caller's stream is an HTTP request that must stay open to answer a refusal.
  source.once('error', (error) => measuring.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded) measuring.destroy(new Error('The upload was cut off.'));
  });
  source.pipe(measuring);
  try {
    await store.putStream(expected, measuring, limit, () => measuring.requireHash(expected));
  } catch (error) {
    // flydrive wraps the stream's error; callers distinguish cases by our own codes.
    throw measuring.failure ?? error;
  }
  return measuring.size;
}
