import {
  type AccountId,
  type EnvironmentId,
  type FailingSince,
  inProgressStatuses,
  isFinished,
  type Position,
  type RecentForEnvironments,
  type RecentRunView,
  recentRunFields,
  type TestRunView,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { filterOf, type TestRunQuery } from './findTestRuns.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';
import { runNamesOf, testRunViewOf } from './testRunView.ts';

export type RecentQuery = Pick<TestRunQuery, 'project' | 'branch' | 'build' | 'from' | 'to'>;

/** What of a run decides how its environment stands. */
export const markFields = {
  testRunId: 1,
  environmentId: 1,
  projectId: 1,
  testSuiteId: 1,
  status: 1,
  'request.number': 1,
  durationMs: 1,
  endTime: 1,
  createdAt: 1,
} as const;

type Run = TestRunSummaryDocument;
type RunFilter = Filter<Run>;
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
> & { request: Pick<Run['request'], 'number'> };
/** The runs of an environment, newest first: what is shown of it, and all that are known without asking again. */
type Standing = { environmentId: EnvironmentId; latest: Mark[]; recent: Mark[]; known: Mark[] };

export const recentRuns = 10;
const newestFirst = { _id: -1 } as const;

/** How each environment of an account stands; in the order of their names. */
export async function findRecentForEnvironments(
  collections: Collections,
  accountId: AccountId,
  query: RecentQuery,
  position: Position,
): Promise<RecentForEnvironments> {
  const [environments, filter] = await Promise.all([
    collections.environments
      .find({ accountId, archived: false }, { projection: { environmentId: 1, name: 1 } })
      .sort({ name: 1 })
      .toArray(),
    filterOf(collections, accountId, query),
  ]);
  const standings = await findStandings(
    collections,
    filter,
    environments.map(({ environmentId }) => environmentId),
  );
  const views = await viewsOf(
    collections,
    standings.flatMap(({ latest }) => latest),
  );
  // What came before counts from whenever it is.
  const { createdAt: _createdAt, _id: _notBefore, ...undated } = filter;
  return {
    environments: await Promise.all(
      standings.map(async ({ environmentId, latest, recent, known }) => ({
        environmentId,
        latest: await Promise.all(
          latest.flatMap((mark) => {
            const run = views.get(mark._id);
            return run ? [withFailingSince(collections, undated, run, mark, known)] : [];
          }),
        ),
        recent: recent.map(({ testRunId: id, request: { number }, status, durationMs: calculatedDuration }) => ({
          id,
          number,
          status,
          calculatedDuration,
        })),
        lastRunAt: recent[0]?.createdAt ?? (await findLastRunAt(collections, { accountId, environmentId })),
      })),
    ),
    position,
  };
}

/** One query finds most of it; only an environment with too few of the newest runs takes its own. */
async function findStandings(
  { testRunSummaries }: Collections,
  filter: RunFilter,
  environmentIds: readonly EnvironmentId[],
): Promise<Standing[]> {
  const findMarks = (more: RunFilter, limit: number): Promise<Mark[]> =>
    testRunSummaries
      .find({ ...filter, ...more }, { projection: markFields })
      .sort(newestFirst)
      .limit(limit)
      .toArray();
  const limit = environmentIds.length * recentRuns;
  const [newest, inProgress] = await Promise.all([
    limit > 0 ? findMarks({}, limit) : [],
    testRunSummaries
      .find({ ...filter, status: { $in: inProgressStatuses } }, { projection: markFields })
      .sort(newestFirst)
      .toArray() as Promise<Mark[]>,
  ]);
  const newestOf = byEnvironment(newest);
  const runningOf = byEnvironment(inProgress);
  return Promise.all(
    environmentIds.map(async (environmentId) => {
      const found = newestOf.get(environmentId) ?? [];
      const isEnough = found.length >= recentRuns || newest.length < limit;
      const known = isEnough ? found : await findMarks({ environmentId }, recentRuns);
      const recent = known.slice(0, recentRuns);
      return { environmentId, known, recent, latest: latestOf(runningOf.get(environmentId) ?? [], recent) };
    }),
  );
}

export function byEnvironment(marks: readonly Mark[]): Map<EnvironmentId, Mark[]> {
  const groups = new Map<EnvironmentId, Mark[]>();
  for (const mark of marks) {
    const group = groups.get(mark.environmentId);
    if (group) group.push(mark);
    else groups.set(mark.environmentId, [mark]);
  }
  return groups;
}

/** @returns what the runs are shown as, by their ids */
async function viewsOf(collections: Collections, marks: readonly Mark[]): Promise<Map<string, RecentRunView>> {
  const runs = await collections.testRunSummaries.find({ _id: { $in: marks.map(({ _id }) => _id) } }).toArray();
  const names = await runNamesOf(
    collections,
    runs,
    runs.filter(({ status }) => !isFinished(status)),
  );
  return new Map(runs.map((run) => [run._id, recentRunOf(testRunViewOf(run, names))]));
}

export function recentRunOf(run: TestRunView): RecentRunView {
  return Object.fromEntries(recentRunFields.map((field) => [field, run[field]])) as RecentRunView;
}

/** @returns the runs in progress, and of each project and suite the newest that is over; newest first */
export function latestOf(running: readonly Mark[], recent: readonly Mark[]): Mark[] {
  const over = new Map<string, Mark>();
  for (const run of recent) {
    const key = `${run.projectId} ${run.testSuiteId}`;
    if (isFinished(run.status) && run.status !== 'CANCELED' && !over.has(key)) over.set(key, run);
  }
  return [...running, ...over.values()].sort((a, b) => (a._id < b._id ? 1 : -1));
}

async function withFailingSince(
  collections: Collections,
  filter: RunFilter,
  run: RecentRunView,
  mark: Mark,
  known: readonly Mark[],
) {
  return {
    run,
    failingSince: mark.status === 'FAIL' ? await findFailingSince(collections, filter, mark, known) : null,
  };
}

/** @param known the newest runs of the environment, among them this one */
async function findFailingSince(
  { testRunSummaries }: Collections,
  filter: RunFilter,
  { _id, environmentId, projectId, testSuiteId }: Mark,
  known: readonly Mark[],
): Promise<FailingSince | null> {
  const ofSame: RunFilter = { ...filter, environmentId, projectId, testSuiteId };
  const before = known.filter(
    (run) => run._id <= _id && run.projectId === projectId && run.testSuiteId === testSuiteId,
  );
  const passed = before.findIndex(({ status }) => status === 'PASS');
  const lastPass: Mark | null =
    before[passed] ??
    (await testRunSummaries
      .find({ ...ofSame, status: 'PASS', _id: { $lt: _id } })
      .sort(newestFirst)
      .limit(1)
      .next());
  const first: Mark | null =
    before.slice(0, Math.max(passed, 0)).findLast(({ status }) => status === 'FAIL') ??
    (await testRunSummaries
      .find({ ...ofSame, status: 'FAIL', ...(lastPass && { _id: { $gt: lastPass._id } }) })
      .sort({ _id: 1 })
      .limit(1)
      .next());
  return (
    first && {
      first: { id: first.testRunId, number: first.request.number, endTime: first.endTime },
      lastPass: lastPass && { id: lastPass.testRunId, number: lastPass.request.number },
    }
  );
}

async function findLastRunAt({ testRunSummaries }: Collections, filter: RunFilter): Promise<string | null> {
  const [newest] = await testRunSummaries.find(filter).sort(newestFirst).limit(1).toArray();
  return newest?.createdAt ?? null;
}
