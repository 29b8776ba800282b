import {
  type AccountId,
  isFinished,
  type TestStatus,
  type TqlAnswer,
  type TqlCondition,
  type TqlOrder,
  type TqlQuery,
  type TqlResult,
  testKeyOf,
  testStatuses,
  tqlLimits,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { type RunTest, testsOfRun } from '../testRunTests/testsOfRun.ts';
import { decideTql, type TqlFact, type TqlFacts } from './decideTql.ts';
import { factsOfRun, factsOfTest, type SearchedRun, type TqlNames, tqlNamesOf } from './tqlFacts.ts';

/** A result that matches, with what it is ordered by. */
type Found = { result: TqlResult; by: TqlFact[] };

/** Results are looked at in blocks; between two of them it is checked whether the time is up. */
const blockOfResults = 500;
/** Runs read at once: most queries have found enough after a few hundred. */
const runsAtOnce = 250;

/** What of a run tells whether its tests could match, and what its results are shown with. */
const runFields = {
  testRunId: 1,
  projectId: 1,
  environmentId: 1,
  testSuiteId: 1,
  branch: 1,
  commit: 1,
  createdAt: 1,
  status: 1,
  complete: 1,
  totals: 1,
  'request.number': 1,
  'request.upload.testCount': 1,
} as const satisfies Record<string, 1>;

function resultOf(run: SearchedRun, test: RunTest, names: TqlNames): TqlResult {
  const last = test.attempts.at(-1);
  return {
    testRunId: run.testRunId,
    run: run.request.number,
    testId: test.testId,
    testKey: testKeyOf(test.testId, test.copy),
    projectId: run.projectId,
    project: names.projects.get(run.projectId)?.name ?? run.projectId,
    environment: names.environments.get(run.environmentId)?.name ?? run.environmentId,
    suite: run.testSuiteId && (names.suites.get(run.testSuiteId)?.name ?? run.testSuiteId),
    branch: run.branch,
    commit: run.commit,
    date: run.createdAt,
    file: test.file,
    name: test.name,
    tags: test.tags,
    status: test.status,
    flaky: test.flaky,
    quarantined: test.quarantined,
    attempts: test.attempts.length,
    duration: last?.durationMs ?? null,
    error: last?.error ?? null,
  };
}

/** Whether the counts of a run that ended with a result of every test say that none has the status. */
function hasNone({ status: ofRun, complete, totals }: SearchedRun, status: TestStatus): boolean {
  if (!complete || !isFinished(ofRun)) return false;
  if (status === 'FAIL') return totals.failed + totals.quarantinedFailed === 0;
  return status === 'PASS' && totals.passed + totals.quarantinedPassed === 0;
}

/** The statuses with which a test of the run may match; null: all of them. */
function statusesThatMatch(condition: TqlCondition, run: SearchedRun, ofRun: TqlFacts): readonly TestStatus[] | null {
  const with_ = (status: readonly string[]) => (field: Parameters<TqlFacts>[0]) =>
    field === 'status' ? status : ofRun(field);
  const possible = testStatuses.filter((status) =>
    [[status], [status, 'FLAKY']].some((known) => decideTql(condition, with_(known)) !== false),
  );
  return possible.length === testStatuses.length ? null : possible.filter((status) => !hasNone(run, status));
}

function compareFacts(a: TqlFact, b: TqlFact): number {
  const [x, y] = [a, b].map((fact) => (Array.isArray(fact) ? (fact[0] ?? '') : (fact ?? null)));
  if (x === y) return 0;
  // What has none comes last, whatever the order.
  if (x === null || y === null || x === undefined || y === undefined) return x === null ? 1 : -1;
  return x < y ? -1 : 1;
}

function inOrder(orderBy: readonly TqlOrder[]) {
  return (a: Found, b: Found): number => {
    for (const [index, { descending }] of orderBy.entries()) {
      const [x, y] = [a.by[index], b.by[index]];
      const order = compareFacts(x, y);
      if (order !== 0) return descending && x !== null && y !== null ? -order : order;
    }
    return 0;
  };
}

/**
 * Looks through the account's runs, newest first, for results that match. Runs that cannot have one are left out by what
 * is known of the run, and tests by an index of their status.
 * @param now a clock in milliseconds; the search ends after `tqlLimits.milliseconds`
 */
export async function findTqlResults(
  collections: Collections,
  accountId: AccountId,
  { where, orderBy, limit }: TqlQuery,
  now: () => number,
): Promise<TqlAnswer> {
  const wanted = limit ?? tqlLimits.defaultLimit;
  const until = now() + tqlLimits.milliseconds;
  const names = await tqlNamesOf(collections, accountId);
  const runs = collections.testRunSummaries
    .find<SearchedRun>({ accountId }, { projection: runFields, batchSize: runsAtOnce })
    .sort({ _id: -1 })
    .limit(tqlLimits.searchedRuns + 1);
  const first = inOrder(orderBy);
  let found: Found[] = [];
  let [seenRuns, searchedRuns, searchedResults] = [0, 0, 0];
  const answer = (complete: boolean): TqlAnswer => ({
    results: found
      .sort(first)
      .slice(0, wanted)
      .map(({ result }) => result),
    complete,
    searchedRuns,
    searchedResults,
  });
  for await (const run of runs) {
    seenRuns += 1;
    if (seenRuns > tqlLimits.searchedRuns || now() > until) return answer(false);
    const ofRun = factsOfRun(run, names);
    if (where && decideTql(where, ofRun) === false) continue;
    searchedRuns += 1;
    const statuses = where && statusesThatMatch(where, run, ofRun);
    if (statuses?.length === 0) continue;
    for await (const test of testsOfRun(collections, run, statuses)) {
      searchedResults += 1;
      if (searchedResults > tqlLimits.searchedResults) return answer(false);
      if (searchedResults % blockOfResults === 0 && now() > until) return answer(false);
      const facts = factsOfTest(ofRun, test);
      if (where && decideTql(where, facts) !== true) continue;
      found.push({ result: resultOf(run, test, names), by: orderBy.map(({ field }) => facts(field)) });
      if (orderBy.length === 0 && found.length === wanted) return answer(true);
      if (found.length >= 2 * wanted) found = found.sort(first).slice(0, wanted);
    }
  }
  return answer(true);
}
