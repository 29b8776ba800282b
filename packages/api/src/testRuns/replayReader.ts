import type { Position, ReplayFrame, TestRunId } from '@assay/contract';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import { type Replay, type ReplayFold, replayedEvents } from '@assay/projections';

/** Runs that are kept as far as they were read: each may hold tens of thousands of tests. */
const keptFolds = 4;
const keptMs = 60_000;

export type ReplayReader = {
  /**
   * @param after the position of the last frame that was read; null: from the start
   * @returns the next frames, as many as asked for or as there are
   */
  read(testRunId: TestRunId, replay: Replay, after: Position | null, limit: number): Promise<ReplayFrame[]>;
};

/**
 * Plays runs back from the log. A page begins where the one before it ended, so what was folded for that one is kept for
 * a while; any other place is folded again from the run's first event.
 */
export function replayReader(eventLog: Pick<EventLog, 'read' | 'readToEnd'>): ReplayReader {
  const kept = new Map<string, { fold: ReplayFold; timer: NodeJS.Timeout }>();

  function take(place: string): ReplayFold | null {
    const found = kept.get(place);
    if (!found) return null;
    clearTimeout(found.timer);
    kept.delete(place);
    return found.fold;
  }

  function keep(place: string, fold: ReplayFold): void {
    take(place);
    const timer = setTimeout(() => kept.delete(place), keptMs).unref();
    kept.set(place, { fold, timer });
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size > keptFolds) take(oldest);
  }

  return {
    read: async (testRunId, replay, after, limit) => {
      const begun = after === null ? null : take(`${testRunId} ${after}`);
      const fold = begun ?? replay.open();
      const frames: ReplayFrame[] = [];
      for await (const event of eventsOf(eventLog, testRunId, replay, begun ? after : null)) {
        const frame = fold.apply(event);
        if (frame && (after === null || frame.position > after)) frames.push(frame);
        if (frames.length === limit) break;
      }
      const last = frames.at(-1);
      if (last) keep(`${testRunId} ${last.position}`, fold);
      return frames;
    },
  };
}

/**
 * The events of a run in the order of the log. Its runners write to many streams, so the log itself is read while they
 * did; what came later, such as a status that somebody set weeks after, is in the run's own stream.
 */
async function* eventsOf(
  eventLog: Pick<EventLog, 'read' | 'readToEnd'>,
  testRunId: TestRunId,
  { workedUntil }: Replay,
  after: Position | null,
): AsyncGenerator<RecordedEvent> {
  let from = after;
  if (from === null) {
    for await (const created of eventLog.read(`testRun-${testRunId}`)) {
      yield created;
      from = created.position;
      break;
    }
  }
  if (from === null) return;
  if (from < workedUntil) {
    for await (const { events, position } of eventLog.readToEnd(from, replayedEvents)) {
      for (const event of events) {
        if (event.position > workedUntil) break;
        if ('testRunId' in event.data && event.data.testRunId === testRunId) yield event;
      }
      if (position >= workedUntil) break;
    }
  }
  const read = from > workedUntil ? from : workedUntil;
  for await (const event of eventLog.read(`testRun-${testRunId}`)) if (event.position > read) yield event;
}
