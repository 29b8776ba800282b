import type { TestDetails, TestTexts } from '@assay/application';
import { type BlobId, detailsKey, type UnitEvent } from '@assay/contract';
import type { ReportedEvent } from '@assay/domain';
import { framesOfAttempt, headOfError } from '../testRuns/resultFacts.ts';

type Finished = Extract<UnitEvent, { type: 'testFinished' }>;

/** Bytes of one append; the store takes 256 KiB, and uncounted parts must fit as well. */
const appendBytes = 180 * 1024;
/** What the envelope and the facts' own fields add to the agent's event. */
const overheadBytes = 900;

function textsOf({ error, stackTrace, output, processOutput, codeFrames, steps }: Finished): TestTexts | null {
  const texts = {
    error: error || null,
    stackTrace: stackTrace || null,
    output: output || null,
    processOutput: processOutput || null,
  };
  const more = { ...(codeFrames?.length && { codeFrames }), ...(steps?.length && { steps }) };
  const isEmpty = Object.values(texts).every((text) => text === null) && Object.keys(more).length === 0;
  return isEmpty ? null : { ...texts, ...more };
}

/** @returns all texts of a post, for its single details blob; null when there are none. */
export function detailsOf(events: readonly UnitEvent[]): TestDetails | null {
  const details: TestDetails = {};
  for (const event of events) {
    const texts = event.type === 'testFinished' ? textsOf(event) : null;
    if (event.type === 'testFinished' && texts) details[detailsKey(event.testId, event.attempt)] = texts;
  }
  return Object.keys(details).length > 0 ? details : null;
}

/** @returns the events without their long texts, which are in the blob. */
export function reportedEvents(events: readonly UnitEvent[], details: BlobId | null): ReportedEvent[] {
  return events.map((event) => {
    if (event.type !== 'testFinished') return event;
    const { type, testId, attempt, status, final, timedOut, startedAt, durationMs, error, artifacts } = event;
    return {
      type,
      testId,
      attempt,
      status,
      final,
      timedOut,
      startedAt,
      durationMs,
      artifacts,
      errorHead: error ? headOfError(error) : null,
      ...framesOfAttempt(event),
      details: textsOf(event) ? details : null,
    };
  });
}

/** Cuts a post into appends small enough for the store, in order, with at least one event each. */
export function appendsOf(events: readonly ReportedEvent[]): ReportedEvent[][] {
  const appends: ReportedEvent[][] = [];
  let current: ReportedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event)) + overheadBytes;
    if (current.length > 0 && bytes + size > appendBytes) {
      appends.push(current);
      current = [];
      bytes = 0;
    }
    current.push(event);
    bytes += size;
  }
  if (current.length > 0) appends.push(current);
  return appends;
}
