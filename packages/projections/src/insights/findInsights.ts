import { type AccountId, daysJudged, type InsightType, isFinished, type ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { projectTestIdOf, recentResults } from '../projectTests/projectTests.ts';
import { quantileOf } from '../runStats/countRuns.ts';
import type { RunsReader } from '../runStats/openRuns.ts';
import type { RunFacts } from '../runStats/runFacts.ts';
import { everyRun } from '../runStats/runsQuery.ts';
import { findFlakyTests } from '../testStats/findFlakyTests.ts';
import { findSlowerTests } from '../testStats/findSlowerTests.ts';
import { type TestResult, unpack } from '../testStats/packedResults.ts';
import type { InsightFact } from './insightFacts.ts';

const dayMs = 86_400_000;
/** Days that are looked at, those that are new, and those after which a quarantine without a failure is idle. */
const days = { seen: daysJudged, fresh: 7, idle: 14 };
/** Of each type; people do not read more. */
const maxOfType: Readonly<Record<InsightType, number>> = {
  NEW_FLAKY: 10,
  RECOVERED: 10,
  SLOWER: 5,
  IDLE_QUARANTINE: 10,
  SLOW_START: 1,
};
const idlePasses = 5;
const slowStart = { ratio: 1.5, ms: 60_000, runs: 10 };

type Asked = {
  readRuns: RunsReader;
  collections: Collections;
  accountId: AccountId;
  now: number;
  /** The moment of the past that is meant; undefined: now. */
  at: number | undefined;
};

async function flakyFacts({ readRuns, collections, accountId, now, at }: Asked): Promise<InsightFact[]> {
  const query = { start: now - days.seen * dayMs, end: now, frequency: 'Monthly' as const, timeZone: 'UTC' };
  const { tests } = await findFlakyTests(readRuns, collections, accountId, { ...query, ...everyRun, at }, now);
  const fresh = new Date(now - days.fresh * dayMs).toISOString();
  return tests.flatMap(
    ({ state, projectId, testId, name, file, lastRunId, seen, of, firstAt, lastAt }): InsightFact[] => {
      const told = { subject: projectTestIdOf(projectId, testId), amount: seen, seen, of };
      const test = { projectId, testId, name, file, lastRunId };
      if (state === 'flaky' && firstAt >= fresh) return [{ type: 'NEW_FLAKY', ...told, test, since: firstAt }];
      return state === 'recovering' ? [{ type: 'RECOVERED', ...told, test, since: lastAt }] : [];
    },
  );
}

async function slowerFacts({ collections, accountId }: Asked, runs: readonly RunFacts[]): Promise<InsightFact[]> {
  const { tests } = await findSlowerTests(collections, accountId, runs, maxOfType.SLOWER);
  return tests.map(({ environmentId, beforeMs, nowMs, since, ...test }) => ({
    type: 'SLOWER',
    subject: `${projectTestIdOf(test.projectId, test.testId)} ${environmentId}`,
    amount: nowMs - beforeMs,
    since,
    test,
    beforeMs,
    nowMs,
  }));
}

/** Quarantined for long, and without a failure among the last results. */
async function idleFacts(asked: Asked, runs: readonly RunFacts[]): Promise<InsightFact[]> {
  const { collections, accountId, now, at } = asked;
  const own = await collections.projects.find({ accountId, archived: false }, { projection: { _id: 1 } }).toArray();
  const projectIds = own.map(({ _id }) => _id as ProjectId);
  const before = new Date(now - days.idle * dayMs).toISOString();
  const tests = await collections.projectTests
    .find({ projectId: { $in: projectIds }, quarantine: { $ne: null } })
    .toArray();
  const idle = tests.filter(({ quarantine }) => quarantine !== null && quarantine.at <= before);
  const then = at === undefined ? undefined : await findRecentThen(asked, runs, idle);
  return idle.flatMap(({ _id, projectId, testId, name, file, quarantine, ...now }): InsightFact[] => {
    const recent = then ? (then.get(_id) ?? []) : now.recent;
    if (!quarantine) return [];
    const passes = recent.filter(({ status, flaky }) => status === 'PASS' && !flaky).length;
    if (passes < idlePasses || passes < recent.length) return [];
    const test = { projectId, testId, name, file, lastRunId: recent[0]?.testRunId ?? null };
    return [{ type: 'IDLE_QUARANTINE', subject: _id, amount: passes, since: quarantine.at, test, passes }];
  });
}

/** @returns the newest results that tests had then, newest first, by the ids of the tests */
async function findRecentThen(
  { collections }: Asked,
  runs: readonly RunFacts[],
  tests: readonly { _id: string }[],
): Promise<Map<string, TestResult[]>> {
  const ended = new Map(runs.flatMap((run) => (run.endedAt === null ? [] : [[run.testRunId, run.endedAt] as const])));
  const stats = await collections.testStats.find({ _id: { $in: tests.map(({ _id }) => _id) } }).toArray();
  return new Map(
    stats.map(({ _id, results }) => {
      const known = unpack(results).flatMap((result) => {
        const at = ended.get(result.testRunId);
        return at === undefined ? [] : [{ result, at }];
      });
      known.sort((a, b) => (a.at < b.at ? 1 : -1));
      return [_id, known.slice(0, recentResults).map(({ result }) => result)];
    }),
  );
}

function startsOf(runs: readonly RunFacts[]): number[] {
  const starts = runs.flatMap(({ isUpload, createdAt, startedAt, status }) =>
    isUpload || startedAt === null || !isFinished(status) ? [] : Date.parse(startedAt) - Date.parse(createdAt),
  );
  return starts.sort((a, b) => a - b);
}

/** How long runs of the last week waited until a runner took them, beside the week before. */
function startFacts({ now }: Asked, runs: readonly RunFacts[]): InsightFact[] {
  const ago = (count: number) => new Date(now - count * dayMs).toISOString();
  const [week, weeks] = [ago(days.fresh), ago(2 * days.fresh)];
  const last = startsOf(runs.filter(({ createdAt }) => createdAt >= week));
  const earlier = startsOf(runs.filter(({ createdAt }) => createdAt >= weeks && createdAt < week));
  const [nowMs, beforeMs] = [quantileOf(last, 0.5), quantileOf(earlier, 0.5)];
  if (nowMs === null || beforeMs === null || last.length < slowStart.runs || earlier.length < slowStart.runs) return [];
  if (nowMs < beforeMs * slowStart.ratio || nowMs - beforeMs < slowStart.ms) return [];
  return [
    { type: 'SLOW_START', subject: '', amount: nowMs - beforeMs, since: week, beforeMs, nowMs, runs: last.length },
  ];
}

/**
 * What the last 30 days show, by type, what comes to most first. The same facts at the same time show the same.
 * @param now milliseconds since 1970
 * @param at the same, where a moment of the past is meant: runs count as they stood then, quarantine as it is now
 */
export async function findInsights(
  readRuns: RunsReader,
  collections: Collections,
  accountId: AccountId,
  now: number,
  at?: number,
): Promise<InsightFact[]> {
  const asked = { readRuns, collections, accountId, now, at };
  const runs = await readRuns(collections, accountId, { start: now - days.seen * dayMs, end: now, ...everyRun, at });
  const found = [
    ...(await flakyFacts(asked)),
    ...(await slowerFacts(asked, runs)),
    ...(await idleFacts(asked, runs)),
    ...startFacts(asked, runs),
  ];
  const sorted = found.sort((a, b) => b.amount - a.amount || (a.subject < b.subject ? -1 : 1));
  const told = new Map<InsightType, number>();
  return sorted.filter(({ type }) => {
    const count = told.get(type) ?? 0;
    told.set(type, count + 1);
    return count < maxOfType[type];
  });
}
