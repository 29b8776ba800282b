import { setImmediate as nextTurn } from 'node:timers/promises';
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { streamDeleted } from '../protocol/callErrors.ts';
import { createEventPresenter } from '../protocol/eventPresenter.ts';
import { streamNotFound } from '../protocol/readResponses.ts';
import type { ResponseStream } from '../protocol/responseStream.ts';
import { readStreamName } from '../protocol/streamNames.ts';
import { readWholeNumber } from '../protocol/wholeNumbers.ts';
import type { Direction } from '../storage/eventReader.ts';
import type { EventLog } from '../storage/openEventLog.ts';

/**
 * A read of one stream that ends. A missing stream is an answer; a tombstoned stream is an error.
 * @throws CallError INVALID_ARGUMENT, FAILED_PRECONDITION with exception stream-deleted
 */
export async function readStreamEvents(
  stream: ReadReq.Options.StreamOptions,
  options: ReadReq.Options,
  log: EventLog,
  out: ResponseStream,
): Promise<void> {
  const name = readStreamName(stream.getStreamIdentifier()?.getStreamName_asU8());
  const found = log.reader.describe(name);
  if (found.kind === 'deleted') throw streamDeleted(name);
  if (found.kind === 'missing') {
    await out.send(streamNotFound(name));
    return;
  }
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const direction: Direction = backwards ? 'backwards' : 'forwards';
  const present = createEventPresenter(options, log.reader);
  let wanted = readWholeNumber(options.getCount());
  let next: number | undefined = startRevision(stream, backwards);

  while (wanted > 0 && next !== undefined && !out.stopped.aborted) {
    const page = log.reader.readStream(name, next, direction, wanted);
    for (const event of page.events) {
      const full = out.send(present(event));
      if (full) await full;
      if (out.stopped.aborted) return;
    }
    wanted -= page.events.length;
    next = page.next;
    await nextTurn();
  }
}

function startRevision(stream: ReadReq.Options.StreamOptions, backwards: boolean): number | undefined {
  if (stream.hasRevision()) return readWholeNumber(stream.getRevision());
  if (stream.hasEnd()) return backwards ? Number.MAX_SAFE_INTEGER : undefined;
  return 0;
}
