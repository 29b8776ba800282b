import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { readEventFilter } from '../protocol/eventFilter.ts';
import { createEventPresenter } from '../protocol/eventPresenter.ts';
import { caughtUp, checkpoint, confirmation, fellBehind } from '../protocol/readResponses.ts';
import type { ResponseStream } from '../protocol/responseStream.ts';
import { readWholeNumber } from '../protocol/wholeNumbers.ts';
import { DamagedStoreError } from '../storage/damagedStoreError.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import { maxEventsBehind } from './maxEventsBehind.ts';

/**
 * A subscription to $all, starting after the given position. There is no hand-over from history to live events: the
 * subscriber always reads the log and is woken when it grows. With a filter, checkpoints report how far it has read.
 * @throws CallError INVALID_ARGUMENT
 */
export async function subscribeToAll(
  all: ReadReq.Options.AllOptions,
  options: ReadReq.Options,
  log: EventLog,
  out: ResponseStream,
): Promise<void> {
  const filterOptions = options.getFilter();
  const filter = filterOptions && readEventFilter(filterOptions);
  const present = createEventPresenter(options, log.reader);
  let position = startPosition(all, log.lastPosition());
  let sinceCheckpoint = 0;
  let live = false;
  await out.send(confirmation(randomUUID()));

  while (!out.stopped.aborted) {
    if (position >= log.lastPosition()) {
      if (live) {
        await log.signal.next(undefined, out.stopped);
      } else {
        // Events written while this was being sent are found by looking again before waiting.
        if (filter && sinceCheckpoint > 0) await out.send(checkpoint(position));
        sinceCheckpoint = 0;
        await out.send(caughtUp);
        live = true;
      }
      continue;
    }
    if (live && log.lastPosition() - position > maxEventsBehind) {
      await out.send(fellBehind);
      live = false;
    }
    const page = log.reader.readAll(position + 1, 'forwards', Number.MAX_SAFE_INTEGER);
    if (page.length === 0) throw new DamagedStoreError(`The event at position ${position + 1} is missing on disk.`);
    for (const event of page) {
      position = event.position;
      if (!filter || filter.matches(event)) {
        const full = out.send(present(event));
        if (full) await full;
        if (out.stopped.aborted) return;
      }
      sinceCheckpoint += 1;
      if (filter && sinceCheckpoint >= filter.checkpointInterval) {
        sinceCheckpoint = 0;
        await out.send(checkpoint(position));
      }
    }
    if (!live) await nextTurn();
  }
}

function startPosition(all: ReadReq.Options.AllOptions, lastPosition: number): number {
  const position = all.getPosition();
  if (position) return readWholeNumber(position.getCommitPosition());
  return all.hasEnd() ? lastPosition : 0;
}
