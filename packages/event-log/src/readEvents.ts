import type { StreamingRead } from '@eventstore/db-client';

/**
 * Iterates over a read of the store and cancels it when the caller stops early. Breaking out of the client's own iterator
 * destroys only the outer stream: the call beneath it stays open, and disposing of the client would wait for it forever.
 */
export async function* readEvents<Resolved>(stream: StreamingRead<Resolved>): AsyncGenerator<Resolved> {
  let whole = false;
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Resolved>;
    whole = true;
  } finally {
    if (!whole && !stream.destroyed) {
      // What still arrives after the cancellation is read and dropped.
      stream.on('error', () => undefined);
      await stream.cancel();
      stream.resume();
    }
  }
}
