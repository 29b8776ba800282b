import type { AccountId, ProjectId, Span } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RunsReader } from '../runStats/openRuns.ts';
import type { RunFacts } from '../runStats/runFacts.ts';
import { everyRun } from '../runStats/runsQuery.ts';
import { isQuarantinedByItself } from '../testRunTests/quarantinedByItself.ts';
import { type TestResult, unpack } from '../testStats/packedResults.ts';
import type { QuarantineFacts } from './quarantineFacts.ts';
import { type EndedRun, type FoundTest, hasEnded, knownFrom, withDetails } from './withDetails.ts';

/** As many tests that failed are looked at: each has up to a hundred results. */
const testsLookedAt = 10_000;

/** @returns the tests of the project that were flaky in one of the runs, with their results in these, oldest first */
async function findFlaky(
  { testStats }: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  runs: ReadonlyMap<string, RunFacts>,
): Promise<{ tests: FoundTest[]; unseenTests: number }> {
  const filter = { accountId, projectId, hasFailed: true };
  const cursor = testStats.find(filter, { projection: { testId: 1, results: 1 } }).limit(testsLookedAt);
  const tests: FoundTest[] = [];
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
  return { ...(await withDetails(collections, projectId, ended, tests)), knownFrom: knownFrom(all), unseenTests };
}
