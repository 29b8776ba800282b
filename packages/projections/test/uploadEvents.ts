import { noTotals, type TestId, type Totals } from '@assay/contract';
import type { DomainEvent, TestResultsImported } from '@assay/event-schemas';
import { created, projectId, testRunId } from './runEvents.ts';

type Result = TestResultsImported['results'][number];

if (created.type !== 'TestRunCreated') throw new TypeError('no run');
const upload = { commit: 'abc', testCount: 3, quarantinedCount: 1, files: [] };
/** A run whose three results were uploaded, one of them quarantined. */
export const uploaded: DomainEvent = { type: 'TestRunCreated', data: { ...created.data, upload } };

export function result(name: string, change: Partial<Result> = {}): Result {
  const attempts = [{ status: 'PASS' as const, durationMs: 10, error: null, hasDetails: false }];
  const facts = { testId: name as TestId, file: 'a.spec.ts', name, quarantined: false, flaky: false };
  return { ...facts, attempts, artifacts: [], ...change };
}

/** @param chunk the chunks before it hold one result each */
export function imported(chunk: number, totals: Partial<Totals>, ...results: Result[]): DomainEvent {
  const data = {
    testRunId,
    projectId,
    chunk,
    offset: chunk,
    details: 'blob',
    totals: { ...noTotals, ...totals },
    results,
  };
  return { type: 'TestResultsImported', data };
}
