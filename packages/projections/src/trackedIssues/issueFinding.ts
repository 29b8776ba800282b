import { type IssueStatusCategory, isOpenIssue, type ResultStatus, type TrackedIssueView } from '@assay/contract';

/** Final results of a test, newest first. */
export type LatestResults = readonly { status: ResultStatus; at: string }[];

/** @returns in how many of the latest runs the test passed; those in which it was ignored or not run say nothing */
function passingSince(results: LatestResults): number {
  let passed = 0;
  for (const { status } of results) {
    if (status === 'FAIL') break;
    if (status === 'PASS') passed += 1;
  }
  return passed;
}

/**
 * @param tests the results of each test that was reported with the issue
 * @returns what they say about the issue
 */
export function findingOf(
  { category, statusAt }: { category: IssueStatusCategory; statusAt: string },
  tests: readonly LatestResults[],
): Pick<TrackedIssueView, 'finding' | 'passingRuns' | 'failingTests'> {
  const latest = tests.flatMap((results) => results.find(({ status }) => status === 'PASS' || status === 'FAIL') ?? []);
  const failing = latest.filter(({ status }) => status === 'FAIL');
  const passingRuns = tests.length === 0 ? 0 : Math.min(...tests.map(passingSince));
  const facts = { passingRuns, failingTests: failing.length };
  if (category === 'DONE') {
    const again = failing.some(({ at }) => Date.parse(at) > Date.parse(statusAt));
    return { finding: again ? 'FIXED_BUT_FAILING' : null, ...facts };
  }
  const isSolved = category !== 'REQUESTED' && isOpenIssue(category) && failing.length === 0 && passingRuns > 0;
  return { finding: isSolved ? 'OPEN_BUT_PASSING' : null, ...facts };
}
