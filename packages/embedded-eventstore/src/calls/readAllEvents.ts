import { setImmediate as nextTurn } from 'node:timers/promises';
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { readEventFilter } from '../protocol/eventFilter.ts';
import { createEventPresenter } from '../protocol/eventPresenter.ts';
import type { ResponseStream } from '../protocol/responseStream.ts';
import { readWholeNumber } from '../protocol/wholeNumbers.ts';
import type { Direction } from '../storage/eventReader.ts';
import type { EventLog } from '../storage/openEventLog.ts';

/**
 * A read of $all that ends. Forwards, it includes the event at the given position; backwards, it does not: a position
 * lies between events, in front of the event it names.
 */
export async function readAllEvents(
  all: ReadReq.Options.AllOptions,
  options: ReadReq.Options,
  log: EventLog,
  out: ResponseStream,
): Promise<void> {
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const direction: Direction = backwards ? 'backwards' : 'forwards';
  const filterOptions = options.getFilter();
  const filter = filterOptions && readEventFilter(filterOptions);
  const present = createEventPresenter(options, log.reader);
  let wanted = readWholeNumber(options.getCount());
  let next = startPosition(all, backwards, log.lastPosition());

  while (wanted > 0 && next > 0 && !out.stopped.aborted) {
    const page = log.reader.readAll(next, direction, filter ? Number.MAX_SAFE_INTEGER : wanted);
    if (page.length === 0) return;
    for (const event of page) {
      next = event.position + (backwards ? -1 : 1);
      if (filter && !filter.matches(event)) continue;
      const full = out.send(present(event));
      if (full) await full;
      wanted -= 1;
      if (wanted === 0 || out.stopped.aborted) return;
    }
    await nextTurn();
  }
}

/** 0 when there is nothing to read in that direction. */
function startPosition(all: ReadReq.Options.AllOptions, backwards: boolean, lastPosition: number): number {
  const position = all.getPosition();
  if (backwards) {
    if (all.hasEnd()) return lastPosition;
    return position ? Math.min(readWholeNumber(position.getCommitPosition()) - 1, lastPosition) : 0;
  }
  if (all.hasEnd()) return 0;
  return position ? Math.max(1, readWholeNumber(position.getCommitPosition())) : 1;
}
