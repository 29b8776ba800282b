import { type AllStreamRecordedEvent, ANY, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { AppendPipeline, before, eventDataOf } from './appendPipeline.ts';
import { endedForGood, lastRevision } from './lastRevision.ts';
import { copiedEvents, isOfServer, placeholderType } from './logEvents.ts';

const placeholdersAtOnce = 200;
/** The truncate-before value of a deleted stream is greater than this. */
const greatest = Number.MAX_SAFE_INTEGER;

type Copying = {
  source: EventStoreDBClient;
  target: EventStoreDBClient;
  /** The source's commit position up to which everything is copied; null at the beginning. */
  after: bigint | null;
  oneAtATime: boolean;
  /**
   * Called with the number of newly copied events: everything up to that commit position of the source is on the
   * target's disk.
   */
  onCopied: (commit: bigint, events: number) => Promise<void>;
  /** To be stored at once: after a deletion is copied, events before it look like events that were never copied. */
  onBarrier: (commit: bigint) => Promise<void>;
  stop: AbortSignal;
};

/** Placeholders for the events before the stream's first remaining one, so that the rest keep their revisions. */
async function pad(target: EventStoreDBClient, stream: string, first: bigint): Promise<void> {
  let next = (await lastRevision(target, stream)) + 1n;
  while (next < first) {
    const count = Math.min(Number(first - next), placeholdersAtOnce);
    const placeholders = Array.from({ length: count }, () => jsonEvent({ type: placeholderType, data: {} }));
    await target.appendToStream(stream, placeholders, { expectedRevision: before(next) });
    next += BigInt(count);
  }
}

/** Deletes, tombstones and metadata: a server writes some of them itself. */
async function copyOfServer(target: EventStoreDBClient, event: AllStreamRecordedEvent): Promise<void> {
  const { streamId, type, revision, data } = event;
  const there = await lastRevision(target, streamId);
  if (type === '$streamDeleted') {
    if (there < endedForGood) await target.tombstoneStream(streamId, { expectedRevision: ANY });
    return;
  }
  if (there >= revision) return;
  await pad(target, streamId, revision);
  const { $tb = 0 } = data as { $tb?: number };
  // JSON numbers are not exact in that range: the server writes this event itself.
  if ($tb > greatest) await target.deleteStream(streamId.slice('$$'.length), { expectedRevision: ANY });
  else await target.appendToStream(streamId, eventDataOf(event), { expectedRevision: before(revision) });
}

/**
 * Copies every stream of a log in log order: ids, types, data, metadata and revisions stay. Existing events are left as
 * they are, so it may be called again after any interruption.
 * @throws CommandError when the target takes appends out of order; the client's errors otherwise
 */
export async function copyEvents(copying: Copying): Promise<void> {
  const { source, target, after, oneAtATime, onCopied, onBarrier, stop } = copying;
  const pipeline = new AppendPipeline(target, onCopied, oneAtATime);
  const known = new Set<string>();
  // Of the appends in flight at an earlier interruption, some exist: a prefix of what comes now.
  let isResuming = true;
  let copiedTo = after;
  for await (const event of copiedEvents(source, after)) {
    if (stop.aborted) break;
    const { streamId, revision, position } = event;
    if (isOfServer(event)) {
      await pipeline.flush();
      if (copiedTo !== null) await onBarrier(copiedTo);
      await copyOfServer(target, event);
      await onCopied(position.commit, 1);
      await onBarrier(position.commit);
      copiedTo = position.commit;
      continue;
    }
    if (isResuming) isResuming = (await lastRevision(target, streamId)) >= revision;
    copiedTo = position.commit;
    if (isResuming) {
      await onCopied(position.commit, 1);
      continue;
    }
    if (!known.has(streamId)) {
      known.add(streamId);
      if (revision > 0n) {
        await pipeline.flush();
        await pad(target, streamId, revision);
      }
    }
    await pipeline.push(event);
  }
  await pipeline.flush();
}
