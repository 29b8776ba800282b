import type { StreamingRead } from '@eventstore/db-client';

/**
 * Goes through what a read of the store gives, and lets go of it properly when the caller has seen enough. Breaking out
 * of the client's own iterator destroys only the outer stream: the call beneath stays behind with what nobody read, and
 * the client waits for it for ever when it is disposed of.
 */
export async function* readEvents<Resolved>(stream: StreamingRead<Resolved>): AsyncGenerator<Resolved> {
  let whole = false;
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Resolved>;
    whole = true;
  } finally {
    if (!whole && !stream.destroyed) {
      // What comes after the cancellation is nobody's concern: it is read to its end and dropped.
      stream.on('error', () => undefined);
      await stream.cancel();
      stream.resume();
    }
  }
}
