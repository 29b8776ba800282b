import { type TestResultRow, testKeyOf } from '@assay/contract';

/** @returns the path of a test's own page, below the account, with one of its tabs where it is named */
export function pathOfTest(
  { testRunId, testId, copy }: Pick<TestResultRow, 'testRunId' | 'testId' | 'copy'>,
  tab?: string,
): string {
  return `test-runs/${testRunId}/tests/${testKeyOf(testId, copy)}${tab ? `/${tab}` : ''}`;
}

/** @returns its file with the line where that is known: 'cart.spec.ts:41' */
export function placeOfTest({ file, line }: Pick<TestResultRow, 'file' | 'line'>): string {
  return line === null ? file : `${file}:${line}`;
}
