import { type AccountId, isFinished, type Position, type RecentForEnvironments } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { filterOf, type TestRunQuery } from './findTestRuns.ts';
import type { StandingsReader } from './openStandings.ts';
import { type RecentRunNames, recentRunNamesOf, recentRunOf } from './recentRunView.ts';
import { recentRuns, runMarkOf, type Standing } from './standings.ts';

export type RecentQuery = Pick<TestRunQuery, 'project' | 'branch' | 'build' | 'from' | 'to'>;

/** How each environment of an account stands; in the order of their names. */
export async function findRecentForEnvironments(
  collections: Collections,
  readStandings: StandingsReader,
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
  const standings = await readStandings(
    { testRunSummaries: collections.testRunSummaries, filter },
    environments.map(({ environmentId }) => environmentId),
    position,
  );
  const runs = standings.flatMap(({ latest }) => latest.map(({ run }) => run));
  const inProgress = runs.filter(({ status }) => !isFinished(status));
  const names = await recentRunNamesOf(collections, environments, runs, inProgress);
  return { environments: standings.map((standing) => shownStanding(standing, names)), position };
}

function shownStanding({ environmentId, latest, known, lastRunAt }: Standing, names: RecentRunNames) {
  return {
    environmentId,
    latest: latest.map(({ run, failingSince }) => ({ run: recentRunOf(run, names), failingSince })),
    recent: known.slice(0, recentRuns).map(runMarkOf),
    lastRunAt,
  };
}
