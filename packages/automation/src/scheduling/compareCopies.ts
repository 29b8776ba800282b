import { leaseIdOf, type TestId, testKeyOf } from '@assay/contract';
import { type CopyResult, differingTests, type TestRunState, testRunDecider } from '@assay/domain';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import { reactingTo } from '../policy.ts';

type Known = Exclude<TestRunState, { status: 'none' }>;

/** The final result of each copy, from the streams of all leases; the last result where a lost unit was run again. */
async function resultsOf(eventLog: EventLog, { testRunId, units }: Known) {
  const results = new Map<string, CopyResult>();
  const quarantined = new Set<TestId>();
  for (const [unit, { attempt: last }] of units) {
    for (let attempt = 1; attempt <= last; attempt += 1) {
      for await (const event of eventLog.read(`workUnit-${leaseIdOf(testRunId, unit, attempt)}`)) {
        if (event.type !== 'TestFinished' || !event.data.final) continue;
        const { testId, copy, status, flaky } = event.data;
        if (event.data.quarantined) quarantined.add(testId);
        results.set(testKeyOf(testId, copy), { testId, copy: copy ?? 1, status, flaky });
      }
    }
  }
  return { results: results.values(), quarantined };
}

/**
 * Once no unit of a run is under way, tells the run which of its tests both passed and failed on the one commit: no unit
 * can know about the other copies. Repeating it changes nothing.
 *
 * @param policy the one that reacts
 */
export async function compareCopies(
  event: RecordedEvent<
    Extract<DomainEvent, { type: 'TestRunTearDownStarted' | 'TestRunCanceled' | 'TestRunFinished' }>
  >,
  eventLog: EventLog,
  policy: string,
): Promise<void> {
  const { testRunId } = event.data;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none' || state.request.copies === 1) return;
  const { results, quarantined } = await resultsOf(eventLog, state);
  const tests = differingTests(results);
  const command = { type: 'tellDifferingCopies' as const, tests, quarantined };
  let more = tests.length > 0;
  while (more) {
    const { events } = await eventLog.handle(testRunDecider, testRunId, command, reactingTo(event, policy));
    more = events.length > 0;
  }
}
