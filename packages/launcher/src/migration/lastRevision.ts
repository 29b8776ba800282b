import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';

/** Greater than any revision. */
export const endedForGood = BigInt(Number.MAX_SAFE_INTEGER);

/** @returns the newest revision of a stream; -1 when there is none, {@link endedForGood} after a tombstone. */
export async function lastRevision(client: EventStoreDBClient, stream: string): Promise<bigint> {
  let last = -1n;
  try {
    const newest = client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
    for await (const { event } of newest) if (event) last = event.revision;
  } catch (error) {
    if (error instanceof StreamDeletedError) return endedForGood;
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return last;
}
