import type { AccountId, ProjectId, ResultStatus, TestId, TestRunId } from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import { findListedTest } from '../listedTests.ts';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';
import { projectTestIdOf, renamedIn, renamedTestIds } from '../projectTests/projectTests.ts';
import { pack, type TestResult, unpack } from './packedResults.ts';

type Tried = { testRunId: TestRunId; retries: number; retryMs: number };

/** The latest results of a test, on all branches and environments. */
export type TestStatsDocument = ReadModelDocument & {
  accountId: AccountId;
  projectId: ProjectId;
  testId: TestId;
  /** Newest first, as `pack` writes them. */
  results: string;
  /** Of runs in progress, newest first: attempts that were not the last one. */
  tried: Tried[];
  /** One of the results is a failure: the test may be flaky or broken. */
  hasFailed: boolean;
};

/** As many results as a test is judged by. */
export const resultsKept = 100;
/** Runs in progress at a time; canceled ones are never done. */
const triedKept = 5;

type Test = Evolved<TestStatsDocument>;

const rank: Record<ResultStatus, number> = { FAIL: 3, PASS: 2, IGNORED: 1, NOT_RUN: 0 };

/** The result of a test in a run with copies: that of the worst copy, and flaky where they differ. */
function together(one: TestResult, other: TestResult): TestResult {
  const worst = rank[one.status] >= rank[other.status] ? one : other;
  const statuses = [one.status, other.status];
  return {
    ...worst,
    flaky: one.flaky || other.flaky || (statuses.includes('PASS') && statuses.includes('FAIL')),
    retries: one.retries + other.retries,
    retryMs: one.retryMs + other.retryMs,
    durationMs: Math.max(one.durationMs, other.durationMs),
  };
}

/** @param isCopy the run may have other results of the test; otherwise one of the same run is replaced */
function withResult(test: Test, result: TestResult, isCopy: boolean): Test {
  const before = unpack(test.results);
  const same = before.find(({ testRunId }) => testRunId === result.testRunId);
  const next = same && isCopy ? together(same, result) : result;
  const others = before.filter((other) => other !== same);
  const results = [next, ...others].slice(0, resultsKept);
  const hasFailed = results.some(({ status, flaky }) => status === 'FAIL' || flaky);
  const tried = test.tried.filter(({ testRunId }) => testRunId !== result.testRunId);
  return { ...test, results: pack(results), tried, hasFailed };
}

function unknown(event: RecordedEvent, projectId: ProjectId, testId: TestId): Test {
  return { accountId: accountOf(event), projectId, testId, results: '', tried: [], hasFailed: false };
}

function evolve(before: Test | null, event: RecordedEvent, id: string): Test | null {
  switch (event.type) {
    case 'TestFinished': {
      const { projectId, testId, testRunId, status, final, flaky, quarantined, durationMs, copy } = event.data;
      const test = before ?? unknown(event, projectId, testId);
      const known = test.tried.find((one) => one.testRunId === testRunId);
      const { retries, retryMs } = known ?? { retries: 0, retryMs: 0 };
      if (final) {
        const result = { testRunId, status, flaky, quarantined, retries, retryMs, durationMs };
        return withResult(test, result, (copy ?? null) !== null);
      }
      const others = test.tried.filter((one) => one !== known);
      const tried = [{ testRunId, retries: retries + 1, retryMs: retryMs + durationMs }, ...others];
      return { ...test, tried: tried.slice(0, triedKept) };
    }
    case 'TestResultsImported': {
      const { testRunId, projectId, results } = event.data;
      const { test: found } = findListedTest(results, id.slice(projectTestIdOf(projectId, '' as TestId).length)) ?? {};
      const last = found?.attempts.at(-1);
      if (!found || !last) return before;
      const { testId, flaky, quarantined, attempts } = found;
      const { status, durationMs } = last;
      const retryMs = attempts.slice(0, -1).reduce((sum, attempt) => sum + attempt.durationMs, 0);
      const retried = { retries: attempts.length - 1, retryMs };
      const test = before ?? unknown(event, projectId, testId);
      return withResult(test, { testRunId, status, flaky, quarantined, durationMs, ...retried }, false);
    }
    case 'TestsRenamed': {
      const { projectId, tests } = event.data;
      const renamed = renamedIn(tests, projectId, id);
      if (!renamed) return before;
      const { testId, renamedId, results } = renamed;
      if (id === projectTestIdOf(projectId, renamedId))
        return withResults(before ?? unknown(event, projectId, renamedId), []);
      const test = before ?? unknown(event, projectId, testId);
      return withResults(test, [...results, ...withoutRuns(test, results)]);
    }
    case 'RenameUndone': {
      const { projectId, testId, renamedId, results } = event.data;
      if (id === projectTestIdOf(projectId, renamedId))
        return withResults(before ?? unknown(event, projectId, renamedId), results);
      const test = before ?? unknown(event, projectId, testId);
      return withResults(test, withoutRuns(test, results));
    }
    default:
      return before;
  }
}

function withoutRuns(test: Test, results: readonly TestResult[]): TestResult[] {
  const runs = new Set(results.map(({ testRunId }) => testRunId));
  return unpack(test.results).filter(({ testRunId }) => !runs.has(testRunId));
}

/** The test with these results and no others. */
function withResults(test: Test, results: readonly TestResult[]): Test {
  const kept = [...results].sort((a, b) => (a.testRunId > b.testRunId ? -1 : 1)).slice(0, resultsKept);
  return { ...test, results: pack(kept), hasFailed: kept.some(({ status, flaky }) => status === 'FAIL' || flaky) };
}

/** The latest results of every test, from which flaky, broken and slower ones are told. */
export const testStats: Projection<TestStatsDocument> = {
  name: 'testStats',
  version: 2,
  // Every result changes a document here.
  tier: 'trailing',
  indexes: [{ accountId: 1, hasFailed: 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestFinished':
        return [projectTestIdOf(event.data.projectId, event.data.testId)];
      case 'TestResultsImported':
        return event.data.results.map(({ testId }) => projectTestIdOf(event.data.projectId, testId));
      case 'TestsRenamed':
        return renamedTestIds(event.data.projectId, event.data.tests);
      case 'RenameUndone':
        return renamedTestIds(event.data.projectId, [event.data]);
      default:
        return [];
    }
  },
  evolve,
  topicsOf: () => [],
};
