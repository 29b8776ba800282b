import type { TestId } from '../ids.ts';

/** @returns the key of an attempt's texts in a details blob. */
export function detailsKey(testId: TestId, attempt: number): string {
  return `${testId}.${attempt}`;
}
