import { leaseIdOf, type TestId, type TestRunId } from '@assay/contract';
import { type NotFoundTests, type TestRunState, testRunDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';

type Known = Exclude<TestRunState, { status: 'none' }>;

const maxNamed = 5;
const maxNameLength = 200;

/** Visits what the leases of a run recorded, in order. */
async function* unitEventsOf(eventLog: EventLog, { testRunId, units }: Known) {
  for (const [unit, { attempt: last }] of units) {
    for (let attempt = 1; attempt <= last; attempt += 1) {
      yield* eventLog.read(`workUnit-${leaseIdOf(testRunId, unit, attempt)}`);
    }
  }
}

/** Removes the tests that a run has a final result of. */
async function removeFinished(eventLog: EventLog, run: Known, missing: Set<TestId>): Promise<void> {
  for await (const event of unitEventsOf(eventLog, run)) {
    if (event.type === 'TestFinished' && event.data.final) missing.delete(event.data.testId);
    if (missing.size === 0) return;
  }
}

/** @returns the names of tests in the run that was rerun, which had them */
async function namesOf(eventLog: EventLog, from: TestRunId, wanted: readonly TestId[]): Promise<string[]> {
  const names = new Map<TestId, string>();
  const add = ({ testId, file, name }: { testId: TestId; file: string; name: string }) => {
    if (wanted.includes(testId)) names.set(testId, `${file} › ${name}`.slice(0, maxNameLength));
  };
  for await (const event of eventLog.read(`testList-${from}`)) {
    if (event.type === 'TestsListed') event.data.tests.forEach(add);
  }
  const { state } = await eventLog.load(testRunDecider, from);
  if (state.status !== 'none' && names.size < wanted.length) {
    for await (const event of unitEventsOf(eventLog, state)) if (event.type === 'TestDiscovered') add(event.data);
  }
  return wanted.map((testId) => names.get(testId) ?? testId);
}

/**
 * Finds selected tests that a run has no result of, once all its units are done: those that no runner found.
 * @returns null where every test has one, or the run has all that there are
 */
export async function findMissingTests(eventLog: EventLog, testRunId: TestRunId): Promise<NotFoundTests | null> {
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none' || state.request.selectedTests === null) return null;
  const { selectedTests, rerunOf } = state.request;
  const missing = new Set(selectedTests);
  await removeFinished(eventLog, state, missing);
  if (missing.size === 0) return null;
  const named = [...missing].slice(0, maxNamed);
  const names = rerunOf ? await namesOf(eventLog, rerunOf.testRunId, named) : named;
  return { count: missing.size, of: selectedTests.length, names };
}
