import type { ProblemId } from '@assay/contract';
import type { TestResultsImported } from '@assay/event-schemas';
import { problemIdOf } from '@assay/root-causes';

type Results = TestResultsImported['results'];

/** A chunk is asked about for each problem in it, and may hold a thousand results. Chunks never change. */
const known = new WeakMap<Results, readonly (ProblemId | null)[]>();

/** @returns the problem of each result, in their order; null for those that did not fail, or say no error. */
export function problemIdsIn(results: Results): readonly (ProblemId | null)[] {
  const before = known.get(results);
  if (before) return before;
  const ids = results.map(({ testId, attempts }) => {
    const last = attempts.at(-1);
    return last?.status === 'FAIL' ? problemIdOf(last.error, testId) : null;
  });
  known.set(results, ids);
  return ids;
}
