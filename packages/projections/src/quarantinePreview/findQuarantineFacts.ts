import type { AccountId, ProjectId, Span } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import type { RunsReader } from '../runStats/openRuns.ts';
import type { RunFacts } from '../runStats/runStats.ts';
import { everyRun } from '../runStats/runsQuery.ts';
import { isQuarantinedByItself } from '../testRunTests/quarantinedByItself.ts';
import { isOutage } from '../testStats/judgeTest.ts';
import { type TestResult, unpack } from '../testStats/packedResults.ts';
import { resultsKept, type TestStatsDocument } from '../testStats/testStats.ts';
import { failureKeyOf, findFailureDetails } from './findFailureDetails.ts';
import { findRunDetails } from './findRunDetails.ts';
import type { QuarantinedRun, QuarantineFacts } from './quarantineFacts.ts';

/** As many tests that failed are looked at: each has up to a hundred results. */
const testsLookedAt = 10_000;
/** As many failures are compared by their errors, the newest ones. */
const failuresCompared = 10_000;

type FlakyTest = Pick<TestStatsDocument, 'testId'> & { results: TestResult[] };
type EndedRun = RunFacts & { endedAt: string };

function hasEnded(run: RunFacts): run is EndedRun {
  return run.endedAt !== null;
}

/** How a run ended: people overrule verdicts without moving the end, and an upload that goes on has another end. */
function verdictAtEnd(run: RunFacts): RunFacts['status'] {
  return [...run.earlier, run].find(({ endedAt }) => endedAt === run.endedAt)?.status ?? run.status;
}

/** @returns the tests of the project that were flaky in one of the runs, with their results in these, oldest first */
async function findFlaky(
  { testStats }: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  runs: ReadonlyMap<string, RunFacts>,
): Promise<{ tests: FlakyTest[]; unseenTests: number }> {
  const filter = { accountId, projectId, hasFailed: true };
  const cursor = testStats.find(filter, { projection: { testId: 1, results: 1 } }).limit(testsLookedAt);
  const tests: FlakyTest[] = [];
  let seen = 0;
  for await (const { testId, results } of cursor) {
    seen += 1;
    const known = unpack(results).filter(({ testRunId }) => runs.has(testRunId));
    if (!known.some(isQuarantinedByItself)) continue;
    const timeOf = ({ testRunId }: TestResult) => runs.get(testRunId)?.createdAt ?? '';
    tests.push({ testId, results: known.sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1)) });
  }
  const unseenTests = seen < testsLookedAt ? 0 : Math.max(0, (await testStats.countDocuments(filter)) - seen);
  return { tests, unseenTests };
}

/** A run gives a test one result, so of as many runs as results are kept, every result is known. */
function knownFrom(runs: readonly RunFacts[]): string | null {
  return runs.length > resultsKept ? (runs.at(-resultsKept)?.createdAt ?? null) : null;
}

/**
 * What tells how the automatic quarantine would have acted on the runs of a project. Every test that failed is looked at
 * once, by its newest hundred results, and at most 10,000 tests.
 * @param span in which the runs were created
 * @returns null when the project is not the account's
 */
export async function findQuarantineFacts(
  readRuns: RunsReader,
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  span: Span,
): Promise<QuarantineFacts | null> {
  const project = await collections.projects.findOne({ _id: projectId, accountId }, { projection: { _id: 1 } });
  if (!project) return null;
  const all = await readRuns(collections, accountId, { ...everyRun, ...span, project: [projectId] });
  const ended = all.filter(hasEnded);
  const byId = new Map<string, EndedRun>(ended.map((run) => [run.testRunId, run]));
  const { tests, unseenTests } = await findFlaky(collections, accountId, projectId, byId);

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
  const ids = tests.map(({ testId }) => projectTestIdOf(projectId, testId));
  const names = new Map(
    (
      await collections.projectTests
        .find({ _id: { $in: ids } }, { projection: { testId: 1, file: 1, name: 1 } })
        .toArray()
    ).map(({ testId, file, name }) => [testId, { file, name }]),
  );
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
    knownFrom: knownFrom(all),
    unseenTests,
    uncompared: failures.length - compared.length,
  };
}
