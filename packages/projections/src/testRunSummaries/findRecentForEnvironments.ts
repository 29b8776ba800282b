import {
  type AccountId,
  type EnvironmentRuns,
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

type Run = TestRunSummaryDocument;
type RunFilter = Filter<Run>;
type OfEnvironment = Pick<EnvironmentRuns, 'environmentId'> & { latest: Run[]; recent: Run[] };

const recentRuns = 10;
const newestFirst = { _id: -1 } as const;

/** How each environment of an account stands; in the order of their names. */
export async function findRecentForEnvironments(
  collections: Collections,
  accountId: AccountId,
  query: RecentQuery,
  position: Position,
): Promise<RecentForEnvironments> {
  const { testRunSummaries } = collections;
  const [environments, filter] = await Promise.all([
    collections.environments
      .find({ accountId, archived: false }, { projection: { environmentId: 1, name: 1 } })
      .sort({ name: 1 })
      .toArray(),
    filterOf(collections, accountId, query),
  ]);
  const inProgress = await testRunSummaries
    .find({ ...filter, status: { $in: inProgressStatuses } })
    .sort(newestFirst)
    .toArray();
  const all: OfEnvironment[] = await Promise.all(
    environments.map(async ({ environmentId }) => {
      const recent = await testRunSummaries
        .find({ ...filter, environmentId })
        .sort(newestFirst)
        .limit(recentRuns)
        .toArray();
      const running = inProgress.filter((run) => run.environmentId === environmentId);
      return { environmentId, recent, latest: latestOf(running, recent) };
    }),
  );
  // What came before counts from whenever it is.
  const { createdAt: _, ...undated } = filter;
  const shown = all.flatMap(({ latest }) => latest);
  const names = await runNamesOf(
    collections,
    shown,
    shown.filter(({ status }) => !isFinished(status)),
  );
  return {
    environments: await Promise.all(
      all.map(async ({ environmentId, latest, recent }) => ({
        environmentId,
        latest: await Promise.all(
          latest.map(async (run) => ({
            run: recentRunOf(testRunViewOf(run, names)),
            failingSince: run.status === 'FAIL' ? await findFailingSince(collections, undated, run) : null,
          })),
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

function recentRunOf(run: TestRunView): RecentRunView {
  return Object.fromEntries(recentRunFields.map((field) => [field, run[field]])) as RecentRunView;
}

/** @returns the runs in progress, and of each project and suite the newest that is over; newest first */
function latestOf(running: readonly Run[], recent: readonly Run[]): Run[] {
  const over = new Map<string, Run>();
  for (const run of recent) {
    const key = `${run.projectId} ${run.testSuiteId}`;
    if (isFinished(run.status) && run.status !== 'CANCELED' && !over.has(key)) over.set(key, run);
  }
  return [...running, ...over.values()].sort((a, b) => (a._id < b._id ? 1 : -1));
}

async function findFailingSince(
  { testRunSummaries }: Collections,
  filter: RunFilter,
  { _id, environmentId, projectId, testSuiteId }: Run,
): Promise<FailingSince | null> {
  const ofSame: RunFilter = { ...filter, environmentId, projectId, testSuiteId };
  const lastPass = await testRunSummaries
    .find({ ...ofSame, status: 'PASS', _id: { $lt: _id } })
    .sort(newestFirst)
    .limit(1)
    .next();
  const first = await testRunSummaries
    .find({ ...ofSame, status: 'FAIL', ...(lastPass && { _id: { $gt: lastPass._id } }) })
    .sort({ _id: 1 })
    .limit(1)
    .next();
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
