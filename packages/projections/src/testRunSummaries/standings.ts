import {
  type EnvironmentId,
  type FailingSince,
  inProgressStatuses,
  isFinished,
  legOf,
  type RunMark,
  verdictOfRun,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { attributesOf } from './attributesOf.ts';
import { isFiltered } from './findTestRuns.ts';
import { type RecentRun, recentFields } from './recentRunView.ts';
import { type CountedTests, nothingCouldPass } from './runCounts.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** What of a run decides how its environment stands. */
export const markFields = {
  testRunId: 1,
  environmentId: 1,
  projectId: 1,
  testSuiteId: 1,
  status: 1,
  'totals.ignored': 1,
  totalCount: 1,
  quarantineTotalCount: 1,
  'request.number': 1,
  'request.attributes': 1,
  durationMs: 1,
  endTime: 1,
  createdAt: 1,
} as const;

type Run = TestRunSummaryDocument;
export type RunFilter = Filter<Run>;
export type Mark = Pick<
  Run,
  | '_id'
  | 'testRunId'
  | 'environmentId'
  | 'projectId'
  | 'testSuiteId'
  | 'status'
  | 'durationMs'
  | 'endTime'
  | 'createdAt'
> &
  CountedTests & { request: Pick<Run['request'], 'number' | 'attributes'> };

/** Runs of an environment that match a filter, newest first. */
export type FoundMarks = {
  environmentId: EnvironmentId;
  /** The newest ones, without a gap: at least as many as are shown, or all there are. */
  known: readonly Mark[];
  running: readonly Mark[];
};
export type LatestRun = { run: RecentRun; failingSince: FailingSince | null };

/** How an environment stands. */
export type Standing = FoundMarks & {
  /** The runs in progress, and of each project, suite and leg the newest that is over; newest first. */
  latest: readonly LatestRun[];
  /** When anything ran there last, whatever the filter. */
  lastRunAt: string | null;
};

/** An account's runs that match a filter; it has the account. */
export type AskedRuns = { testRunSummaries: Collections['testRunSummaries']; filter: RunFilter };

export const recentRuns = 10;
export const newestFirst = { _id: -1 } as const;

export function markOf(run: RecentRun): Mark {
  const { _id, testRunId, environmentId, projectId, testSuiteId, status, durationMs, endTime, createdAt } = run;
  const { totalCount, quarantineTotalCount } = run;
  return {
    ...{ _id, testRunId, environmentId, projectId, testSuiteId, status, durationMs, endTime, createdAt },
    ...{ totals: { ignored: run.totals.ignored }, totalCount, quarantineTotalCount },
    request: { number: run.request.number, attributes: run.request.attributes },
  };
}

/** Whether the run shows that its tests pass: an inconclusive one ends no series of failures. */
export function isPassed(mark: Mark): boolean {
  return verdictOfRun({ status: mark.status, nothingCouldPass: nothingCouldPass(mark) }) === 'passed';
}

/** @returns a run as one of the small bars of an environment */
export function runMarkOf(mark: Mark): RunMark {
  const { testRunId: id, request, status, durationMs: calculatedDuration } = mark;
  return { id, number: request.number, status, nothingCouldPass: nothingCouldPass(mark), calculatedDuration };
}

/** One query finds most of it; only an environment with too few of the newest runs takes its own. */
export async function findMarks(
  { testRunSummaries, filter }: AskedRuns,
  environmentIds: readonly EnvironmentId[],
): Promise<FoundMarks[]> {
  const find = (more: RunFilter, limit: number): Promise<Mark[]> =>
    testRunSummaries
      .find({ ...filter, ...more }, { projection: markFields })
      .sort(newestFirst)
      .limit(limit)
      .toArray();
  const limit = environmentIds.length * recentRuns;
  if (limit === 0) return [];
  const [newest, inProgress] = await Promise.all([
    find({}, limit),
    find({ status: { $in: [...inProgressStatuses] } }, 0),
  ]);
  const newestOf = byEnvironment(newest);
  const runningOf = byEnvironment(inProgress);
  return Promise.all(
    environmentIds.map(async (environmentId) => {
      const found = newestOf.get(environmentId) ?? [];
      const isEnough = found.length >= recentRuns || newest.length < limit;
      const known = isEnough ? found : await find({ environmentId }, recentRuns);
      return { environmentId, known, running: runningOf.get(environmentId) ?? [] };
    }),
  );
}

export function byEnvironment<Run extends Pick<Mark, 'environmentId'>>(
  runs: readonly Run[],
): Map<EnvironmentId, Run[]> {
  const groups = new Map<EnvironmentId, Run[]>();
  for (const run of runs) {
    const group = groups.get(run.environmentId);
    if (group) group.push(run);
    else groups.set(run.environmentId, [run]);
  }
  return groups;
}

/** @returns whether runs are of the same tests: of one project, suite and leg of a matrix */
export function isOfSame(mark: Mark): (other: Mark) => boolean {
  const leg = legOf(attributesOf(mark.request));
  return ({ projectId, testSuiteId, request }) =>
    projectId === mark.projectId && testSuiteId === mark.testSuiteId && legOf(attributesOf(request)) === leg;
}

/** @returns the runs in progress, and of each project, suite and leg the newest that is over; newest first */
export function latestOf(running: readonly Mark[], recent: readonly Mark[]): Mark[] {
  const over = new Map<string, Mark>();
  for (const run of recent) {
    const key = `${run.projectId} ${run.testSuiteId} ${legOf(attributesOf(run.request))}`;
    if (isFinished(run.status) && run.status !== 'CANCELED' && !over.has(key)) over.set(key, run);
  }
  return [...running, ...over.values()].sort((a, b) => (a._id < b._id ? 1 : -1));
}

/**
 * @param known runs that were read already, by their ids
 * @returns how the environments stand whose runs were found
 */
export async function standingsOf(
  asked: AskedRuns,
  found: readonly FoundMarks[],
  known: ReadonlyMap<string, RecentRun> = new Map(),
): Promise<Standing[]> {
  const latest = found.map(({ known, running }) => latestOf(running, known.slice(0, recentRuns)));
  const missing = latest.flat().flatMap(({ _id }) => (known.has(_id) ? [] : [_id]));
  const read =
    missing.length > 0
      ? await asked.testRunSummaries.find<RecentRun>({ _id: { $in: missing } }, { projection: recentFields }).toArray()
      : [];
  const runs = new Map([...known, ...read.map((run) => [run._id, run] as const)]);
  // What came before counts from whenever it is.
  const { createdAt: _createdAt, _id: _notBefore, ...undated } = asked.filter;
  const someAreLeftOut = isFiltered(asked.filter);
  const lastOf = async ({ environmentId, known: [newest] }: FoundMarks) =>
    (someAreLeftOut ? undefined : newest?.createdAt) ?? findLastRunAt(asked, environmentId);
  return Promise.all(
    found.map(async ({ environmentId, known, running }, index) => ({
      environmentId,
      known: known.slice(0, recentRuns),
      running,
      latest: await Promise.all(
        (latest[index] ?? []).flatMap((mark) => {
          const run = runs.get(mark._id);
          return run ? [withFailingSince({ ...asked, filter: undated }, run, mark, known)] : [];
        }),
      ),
      lastRunAt: await lastOf({ environmentId, known, running }),
    })),
  );
}

async function withFailingSince(asked: AskedRuns, run: RecentRun, mark: Mark, known: readonly Mark[]) {
  return { run, failingSince: mark.status === 'FAIL' ? await findFailingSince(asked, mark, known) : null };
}

/** @param known the newest runs of the environment, among them this one */
async function findFailingSince(
  { testRunSummaries, filter }: AskedRuns,
  mark: Mark,
  known: readonly Mark[],
): Promise<FailingSince | null> {
  const { _id, environmentId, projectId, testSuiteId } = mark;
  const ofSuite: RunFilter = { ...filter, environmentId, projectId, testSuiteId };
  const isWanted = isOfSame(mark);
  const before = known.filter((run) => run._id <= _id && isWanted(run));
  const passed = before.findIndex(isPassed);
  const findFirst = (more: RunFilter, direction: 1 | -1, isIt: (run: Mark) => boolean) =>
    findMark(testRunSummaries, { ...ofSuite, ...more }, direction, (run) => isWanted(run) && isIt(run));
  const lastPass = before[passed] ?? (await findFirst({ status: 'PASS', _id: { $lt: _id } }, -1, isPassed));
  const first =
    before.slice(0, Math.max(passed, 0)).findLast(({ status }) => status === 'FAIL') ??
    (await findFirst({ status: 'FAIL', ...(lastPass && { _id: { $gt: lastPass._id } }) }, 1, () => true));
  return (
    first && {
      first: { id: first.testRunId, number: first.request.number, endTime: first.endTime },
      lastPass: lastPass && { id: lastPass.testRunId, number: lastPass.request.number },
    }
  );
}

/** @returns the first run in a direction, of those that match the filter, that is the right one */
async function findMark(
  testRunSummaries: Collections['testRunSummaries'],
  filter: RunFilter,
  direction: 1 | -1,
  isIt: (run: Mark) => boolean,
): Promise<Mark | null> {
  const found = testRunSummaries.find<Mark>(filter, { projection: markFields }).sort({ _id: direction });
  for await (const run of found.batchSize(recentRuns)) if (isIt(run)) return run;
  return null;
}

async function findLastRunAt(
  { testRunSummaries, filter: { accountId } }: AskedRuns,
  environmentId: EnvironmentId,
): Promise<string | null> {
  const ofEnvironment: RunFilter = { accountId, environmentId };
  const newest = await testRunSummaries
    .find(ofEnvironment, { projection: { createdAt: 1 } })
    .sort(newestFirst)
    .limit(1)
    .next();
  return newest?.createdAt ?? null;
}
