import { leaseIdOf, type TestId, type TestRunId } from '@assay/contract';
import type { EventLog, RecordedEvent } from '@assay/event-log';

/** Maximum number of failed tests of a run that alerts check. */
const maxTests = 500;
/** Streams read concurrently. */
const readAtOnce = 8;

type Log = Pick<EventLog, 'read'>;
export type FailedTest = { testId: TestId; name: string };

/** @returns the first tests of an upload that failed and are not quarantined */
export async function failedTestsOfUpload({ read }: Log, testRunId: TestRunId): Promise<FailedTest[]> {
  const failed = new Map<TestId, string>();
  for await (const event of read(`testResults-${testRunId}`)) {
    if (event.type !== 'TestResultsImported') continue;
    for (const { testId, name, quarantined, attempts } of event.data.results) {
      if (attempts.at(-1)?.status === 'FAIL' && !quarantined) failed.set(testId, name);
    }
    if (failed.size >= maxTests) break;
  }
  return [...failed].slice(0, maxTests).map(([testId, name]) => ({ testId, name }));
}

/** The units of a run with failed tests, and the number of attempts of each. */
export class FailedUnits {
  readonly #attempts = new Map<number, number>();
  readonly #failed = new Set<number>();

  /** Applies a fact of the run's own stream. */
  take(event: RecordedEvent): void {
    if (event.type === 'WorkUnitReplanned') {
      this.#attempts.set(event.data.unit, event.data.attempt);
      if (event.data.finished.failed > 0) this.#failed.add(event.data.unit);
    }
    if (event.type === 'WorkUnitFinished') {
      this.#attempts.set(event.data.unit, event.data.attempt);
      if (event.data.totals.failed > 0) this.#failed.add(event.data.unit);
    }
  }

  /** @returns these units with their number of attempts, in order */
  all(): { unit: number; attempts: number }[] {
    const units = [...this.#failed].sort((one, other) => one - other);
    return units.map((unit) => ({ unit, attempts: this.#attempts.get(unit) ?? 1 }));
  }
}

/** @returns the tests of a unit whose final result is a failure, without quarantined ones */
async function failedIn(
  { read }: Log,
  testRunId: TestRunId,
  { unit, attempts }: { unit: number; attempts: number },
): Promise<Set<TestId>> {
  const failed = new Map<string, TestId>();
  for (let attempt = 1; attempt <= attempts; attempt++) {
    for await (const event of read(`workUnit-${leaseIdOf(testRunId, unit, attempt)}`)) {
      if (event.type !== 'TestFinished' || !event.data.final) continue;
      const { testId, copy, status, quarantined } = event.data;
      const key = `${copy ?? ''} ${testId}`;
      if (status === 'FAIL' && !quarantined) failed.set(key, testId);
      else failed.delete(key);
    }
  }
  return new Set(failed.values());
}

/** @returns the names of tests of a run, from its list or from the units that discovered them */
async function namesOf(
  { read }: Log,
  testRunId: TestRunId,
  units: readonly { unit: number; attempts: number }[],
): Promise<Map<TestId, string>> {
  const names = new Map<TestId, string>();
  for await (const event of read(`testList-${testRunId}`)) {
    if (event.type === 'TestsListed') for (const { testId, name } of event.data.tests) names.set(testId, name);
  }
  for (const { unit, attempts } of units) {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      for await (const event of read(`workUnit-${leaseIdOf(testRunId, unit, attempt)}`)) {
        if (event.type === 'TestDiscovered') names.set(event.data.testId, event.data.name);
      }
    }
  }
  return names;
}

/**
 * @param isNamed whether to look up the names, which few alerts need
 * @returns the first failed tests of a run on our runners
 */
export async function failedTestsOfUnits(
  log: Log,
  testRunId: TestRunId,
  failedUnits: FailedUnits,
  isNamed: boolean,
): Promise<FailedTest[]> {
  const units = failedUnits.all();
  const failed = new Set<TestId>();
  for (let first = 0; first < units.length && failed.size < maxTests; first += readAtOnce) {
    const some = units.slice(first, first + readAtOnce);
    const found = await Promise.all(some.map((unit) => failedIn(log, testRunId, unit)));
    for (const testId of found.flatMap((tests) => [...tests])) if (failed.size < maxTests) failed.add(testId);
  }
  const names = isNamed && failed.size > 0 ? await namesOf(log, testRunId, units) : new Map<TestId, string>();
  return [...failed].map((testId) => ({ testId, name: names.get(testId) ?? '' }));
}
