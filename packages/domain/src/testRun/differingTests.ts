import type { ResultStatus, TestId } from '@assay/contract';
import type { DifferingTest } from './testRunState.ts';

/** The final result of one copy of a test. */
export type CopyResult = { testId: TestId; copy: number; status: ResultStatus; flaky: boolean };

type Copies = { failed: boolean; passed: number[] };

/**
 * Tests that passed in some copies and failed in others, on the same commit. Ordered by id, so that every call returns
 * the same list.
 * @param results one of each copy
 */
export function differingTests(results: Iterable<CopyResult>): DifferingTest[] {
  const tests = new Map<TestId, Copies>();
  for (const { testId, copy, status, flaky } of results) {
    const known = tests.get(testId) ?? { failed: false, passed: [] };
    tests.set(testId, known);
    if (status === 'FAIL') known.failed = true;
    // A copy that passed on its second attempt is already flaky by itself.
    else if (status === 'PASS' && !flaky) known.passed.push(copy);
  }
  return [...tests]
    .filter(([, { failed, passed }]) => failed && passed.length > 0)
    .map(([testId, { passed }]) => ({ testId, passed: passed.sort((a, b) => a - b) }))
    .sort((a, b) => (a.testId < b.testId ? -1 : 1));
}
