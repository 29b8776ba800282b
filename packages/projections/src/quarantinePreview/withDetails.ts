import type { ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import type { RunFacts } from '../runStats/runFacts.ts';
import { isOutage } from '../testStats/judgeTest.ts';
import type { TestResult } from '../testStats/packedResults.ts';
import { resultsKept, type TestStatsDocument } from '../testStats/testStats.ts';
import { failureKeyOf, findFailureDetails } from './findFailureDetails.ts';
import { findRunDetails } from './findRunDetails.ts';
import { inParts } from './inParts.ts';
import type { QuarantinedRun, QuarantineFacts } from './quarantineFacts.ts';

/** As many failures are compared by their errors, the newest ones. */
const failuresCompared = 10_000;
/** Tests whose names are read at once. */
const atOnce = 1_000;

/** A test with its results in the runs that are looked at, oldest first. */
export type FoundTest = Pick<TestStatsDocument, 'testId'> & { results: TestResult[] };
export type EndedRun = RunFacts & { endedAt: string };

export function hasEnded(run: RunFacts): run is EndedRun {
  return run.endedAt !== null;
}

/** How a run ended: people overrule verdicts without moving the end, and an upload that goes on has another end. */
export function verdictAtEnd(run: RunFacts): RunFacts['status'] {
  return [...run.earlier, run].find(({ endedAt }) => endedAt === run.endedAt)?.status ?? run.status;
}

/**
 * A run gives a test one result, so of as many runs as results are kept, every result is known.
 * @param runs oldest first
 */
export function knownFrom(runs: readonly RunFacts[]): string | null {
  return runs.length > resultsKept ? (runs.at(-resultsKept)?.createdAt ?? null) : null;
}

async function findNames({ projectTests }: Collections, projectId: ProjectId, tests: readonly FoundTest[]) {
  const names = new Map<string, { file: string; name: string }>();
  const ids = tests.map(({ testId }) => projectTestIdOf(projectId, testId));
  for (const part of inParts(ids, atOnce)) {
    const found = projectTests.find({ _id: { $in: part } }, { projection: { testId: 1, file: 1, name: 1 } });
    for await (const { testId, file, name } of found) names.set(testId, { file, name });
  }
  return names;
}

/**
 * @param ended the runs that ended, oldest first
 * @returns the runs and the tests with all that quarantine asks of them
 */
export async function withDetails(
  collections: Collections,
  projectId: ProjectId,
  ended: readonly EndedRun[],
  tests: readonly FoundTest[],
): Promise<Pick<QuarantineFacts, 'runs' | 'tests' | 'uncompared'>> {
  const byId = new Map<string, EndedRun>(ended.map((run) => [run.testRunId, run]));
  const failures = tests.flatMap(({ testId, results }) =>
    results.flatMap(({ testRunId, status }) => (status === 'FAIL' ? { testId, testRunId } : [])),
  );
  failures.sort((a, b) => (a.testRunId < b.testRunId ? 1 : -1));
  const asked = tests.flatMap(({ results }) =>
    results.flatMap((result) => (result.status !== 'PASS' || result.flaky ? result.testRunId : [])),
  );
  const details = await findRunDetails(collections, [...new Set(asked)]);
  const runs = ended.map((run): QuarantinedRun => {
    const { testRunId, branch, environmentId, commit, createdAt, endedAt, totals } = run;
    const known = details.get(testRunId) ?? { number: 0, code: null, copies: 1, ignoresQuarantine: false };
    const settledAt = (run.isUpload ? null : details.get(testRunId)?.runningAt) ?? createdAt;
    const facts = { testRunId, branch, environmentId, commit, createdAt, endedAt, totals };
    return { ...facts, ...known, settledAt, verdict: verdictAtEnd(run), isOutage: isOutage(run) };
  });
  const compared = failures.slice(0, failuresCompared);
  const told = await findFailureDetails(collections, compared, byId, details);
  const names = await findNames(collections, projectId, tests);
  return {
    runs,
    tests: tests.map(({ testId, results }) => ({
      testId,
      ...(names.get(testId) ?? { file: '', name: testId }),
      results: results.map(({ testRunId, status, flaky, quarantined }) => {
        const { failedCopies = 1, problemId = null } = told.get(failureKeyOf({ testRunId, testId })) ?? {};
        return { testRunId, status, flaky, quarantined, failedCopies, problemId };
      }),
    })),
    uncompared: failures.length - compared.length,
  };
}
