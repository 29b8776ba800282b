import { randomUUID } from 'node:crypto';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { streamDeleted } from '../protocol/callErrors.ts';
import { createEventPresenter } from '../protocol/eventPresenter.ts';
import { caughtUp, confirmation, fellBehind } from '../protocol/readResponses.ts';
import type { ResponseStream } from '../protocol/responseStream.ts';
import { readStreamName } from '../protocol/streamNames.ts';
import { readWholeNumber } from '../protocol/wholeNumbers.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import { maxEventsBehind } from './maxEventsBehind.ts';

/**
 * A subscription to one stream, which need not exist yet, starting after the given revision. There is no hand-over from
 * history to live events: the subscriber always reads the log and is woken when the stream grows.
 * @throws CallError INVALID_ARGUMENT, FAILED_PRECONDITION with exception stream-deleted
 */
export async function subscribeToStream(
  stream: ReadReq.Options.StreamOptions,
  options: ReadReq.Options,
  log: EventLog,
  out: ResponseStream,
): Promise<void> {
  const name = readStreamName(stream.getStreamIdentifier()?.getStreamName_asU8());
  const present = createEventPresenter(options, log.reader);
  let next = firstRevision(stream, lastRevision(log, name));
  let live = false;
  await out.send(confirmation(randomUUID()));

  while (!out.stopped.aborted) {
    const found = log.reader.describe(name);
    if (found.kind === 'deleted') throw streamDeleted(name);
    if (found.kind === 'missing' || found.lastRevision < next) {
      if (live) {
        await log.signal.next(name, out.stopped);
      } else {
        // Events written while this was being sent are found by looking again before waiting.
        await out.send(caughtUp);
        live = true;
      }
      continue;
    }
    if (live && found.lastRevision - next > maxEventsBehind) {
      await out.send(fellBehind);
      live = false;
    }
    const page = log.reader.readStream(name, next, 'forwards', Number.MAX_SAFE_INTEGER);
    for (const event of page.events) {
      const full = out.send(present(event));
      if (full) await full;
      if (out.stopped.aborted) return;
    }
    next = page.next ?? found.lastRevision + 1;
  }
}

function lastRevision(log: EventLog, name: string): number {
  const found = log.reader.describe(name);
  return found.kind === 'readable' ? found.lastRevision : -1;
}

function firstRevision(stream: ReadReq.Options.StreamOptions, last: number): number {
  if (stream.hasRevision()) return readWholeNumber(stream.getRevision()) + 1;
  return stream.hasEnd() ? last + 1 : 0;
}
