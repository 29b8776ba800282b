import { AnswerCache, byEffort } from '@assay/concurrency';
import type { AccountId, SlowerTest, SlowerTestInfo } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import type { RunsReader } from '../runStats/openRuns.ts';
import type { RunFacts } from '../runStats/runFacts.ts';
import type { RunsQuery } from '../runStats/runsQuery.ts';
import { judgeSlower, type Slowdown, type Timing } from './judgeSlower.ts';
import { isOutage } from './judgeTest.ts';
import { unpack } from './packedResults.ts';

type Found = Omit<SlowerTest, 'file' | 'name' | 'lastRunId'>;

/** As many tests of an account are looked at. */
const testsSearched = 20_000;

/** Only passing first attempts count, of runs whose environment was not down. */
async function findSlowdowns(
  { testStats }: Collections,
  accountId: AccountId,
  runs: readonly RunFacts[],
): Promise<Found[]> {
  const byId = new Map<string, RunFacts>(runs.map((run) => [run.testRunId, run]));
  const found: Found[] = [];
  const cursor = testStats.find({ accountId }, { projection: { projectId: 1, testId: 1, results: 1 } });
  for await (const { projectId, testId, results } of cursor.limit(testsSearched)) {
    const timings = new Map<string, { environmentId: Found['environmentId']; own: Timing[] }>();
    for (const { testRunId, status, flaky, retries, durationMs } of unpack(results)) {
      const run = byId.get(testRunId);
      if (!run || status !== 'PASS' || flaky || retries > 0 || isOutage(run)) continue;
      // Legs of a matrix may differ in speed.
      const place = `${run.environmentId}\n${run.leg}`;
      const known = timings.get(place) ?? { environmentId: run.environmentId, own: [] };
      known.own.push({ durationMs, at: run.createdAt });
      timings.set(place, known);
    }
    const slowest = new Map<Found['environmentId'], Slowdown>();
    for (const { environmentId, own } of timings.values()) {
      own.sort((a, b) => (a.at < b.at ? -1 : 1));
      const slower = judgeSlower(own);
      if (slower && lostMs(slower) > lostMs(slowest.get(environmentId))) slowest.set(environmentId, slower);
    }
    for (const [environmentId, slower] of slowest) found.push({ projectId, testId, environmentId, ...slower });
  }
  return found.sort((a, b) => lostMs(b) - lostMs(a) || (a.testId < b.testId ? -1 : 1));
}

function lostMs(slower: Slowdown | undefined): number {
  return slower ? slower.nowMs - slower.beforeMs : 0;
}

/** Of the runs that a query asks for. */
export type SlowerTestsReader = (
  collections: Collections,
  accountId: AccountId,
  query: RunsQuery,
) => Promise<SlowerTestInfo>;

const maxAgeMs = 60_000;
/** As many as are worth looking at; the others are counted. */
const slowerShown = 100;

/** Looks through up to 20,000 tests with their latest results, so what was found is kept for a while. */
export function openSlowerTests(
  readRuns: RunsReader,
  { now = Date.now }: { now?: () => number } = {},
): SlowerTestsReader {
  const answers = new AnswerCache({ now });
  return (collections, accountId, query) =>
    answers.get(JSON.stringify([accountId, query]), byEffort(maxAgeMs), async () =>
      findSlowerTests(collections, accountId, await readRuns(collections, accountId, query), slowerShown),
    );
}

/**
 * The tests that have become slower in an environment, those that lost most time first.
 * @param runs those that are looked at
 * @param most as many tests are named; all are counted
 */
export async function findSlowerTests(
  collections: Collections,
  accountId: AccountId,
  runs: readonly RunFacts[],
  most: number,
): Promise<SlowerTestInfo> {
  const slower = await findSlowdowns(collections, accountId, runs);
  const shown = slower.slice(0, most);
  const ids = shown.map(({ projectId, testId }) => projectTestIdOf(projectId, testId));
  const known = await collections.projectTests
    .find({ _id: { $in: ids } }, { projection: { file: 1, name: 1, recent: 1 } })
    .toArray();
  const facts = new Map(known.map((test) => [test._id, test]));
  const tests = shown.flatMap((found): SlowerTest[] => {
    const test = facts.get(projectTestIdOf(found.projectId, found.testId));
    if (!test) return [];
    const { file, name, recent } = test;
    return [{ ...found, file, name, lastRunId: recent[0]?.testRunId ?? null }];
  });
  return { tests, total: slower.length };
}
