import {
  type AccountId,
  type EnvironmentId,
  type EnvironmentRuns,
  type FailingSince,
  inProgressStatuses,
  isFinished,
  type Position,
  type RecentForEnvironments,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RecentQuery } from './findRecentForEnvironments.ts';
import { earliestIdAt, filterOf, isFiltered } from './findTestRuns.ts';
import { recentRunNamesOf, recentRunOf } from './recentRunView.ts';
import {
  byEnvironment,
  isOfSame,
  isPassed,
  latestOf,
  type Mark,
  markFields,
  newestFirst,
  type RunFilter,
  recentRuns,
  runMarkOf,
} from './standings.ts';
import { findStatusesAt, hasSameEnd, runAsOf } from './statusAsOf.ts';

/** An account's runs that match the filters, and the moment. */
type Asked = { collections: Collections; filter: RunFilter; at: string };

const dayMs = 24 * 3_600_000;
/** A run's id may be made a little later than the run by the clock that says when it was created. */
const clocksDifferMs = 60_000;
/** How far back is looked for the last pass before a failure. */
const searchedForPass = 100;

/**
 * How each environment of an account stood at a moment of the past, in the order of their names: as
 * `findRecentForEnvironments` tells it of now. Besides the ten newest runs of each environment, those count as in progress
 * that were created within the day before, or that still are.
 * @param query.at milliseconds since 1970
 */
export async function findRecentAsOf(
  collections: Collections,
  accountId: AccountId,
  { at: moment, ...query }: RecentQuery & { at: number },
  position: Position,
): Promise<RecentForEnvironments> {
  const at = new Date(moment).toISOString();
  const to = query.to !== undefined && query.to < at ? query.to : at;
  const [environments, filter] = await Promise.all([
    collections.environments
      .find({ accountId, archived: false, createdAt: { $lte: at } }, { projection: { environmentId: 1, name: 1 } })
      .sort({ name: 1 })
      .toArray(),
    filterOf(collections, accountId, query),
  ]);
  const someAreLeftOut = isFiltered(filter);
  filter.createdAt = { ...Object(filter.createdAt), $lte: to };
  filter._id = { ...Object(filter._id), $lte: earliestIdAt(moment + clocksDifferMs) };
  const asked = { collections, filter, at };
  const standings = await findStandings(
    asked,
    moment,
    environments.map(({ environmentId }) => environmentId),
  );
  const latestOfAll = standings.flatMap(({ latest }) => latest);
  const shownOf = await findShown(asked, environments, latestOfAll);
  return {
    environments: await Promise.all(
      standings.map(async ({ environmentId, latest, recent }) => ({
        environmentId,
        latest: await Promise.all(
          latest.flatMap((mark) => {
            const shown = shownOf.get(mark._id);
            return shown ? [withFailingSince(asked, shown, mark, recent)] : [];
          }),
        ),
        recent: recent.map(runMarkOf),
        lastRunAt:
          (someAreLeftOut ? undefined : recent[0]?.createdAt) ?? (await findLastRunAt(asked, accountId, environmentId)),
      })),
    ),
    position,
  };
}

async function findMarks({ collections, filter }: Asked, more: RunFilter, limit = 0): Promise<Mark[]> {
  return collections.testRunSummaries
    .find({ $and: [filter, more] }, { projection: markFields })
    .sort(newestFirst)
    .limit(limit)
    .toArray();
}

/** @returns the runs as they stood then; what was not there yet is left out */
async function marksThen({ collections, at }: Asked, marks: readonly Mark[]): Promise<Mark[]> {
  const statuses = await findStatusesAt(
    collections,
    marks.map(({ testRunId }) => testRunId),
    at,
  );
  return marks.flatMap((mark) => {
    const then = statuses.get(mark.testRunId);
    if (!then) return [];
    const durationMs = hasSameEnd(mark, then) ? mark.durationMs : null;
    return { ...mark, status: then.status, endTime: then.endedAt, durationMs };
  });
}

async function findStandings(asked: Asked, moment: number, environmentIds: readonly EnvironmentId[]) {
  const limit = environmentIds.length * recentRuns;
  const createdOnDay = { createdAt: { $gte: new Date(moment - dayMs).toISOString() } };
  const fromDay = { _id: { $gte: earliestIdAt(moment - dayMs - clocksDifferMs) } };
  const endedLater = { $or: [{ endTime: null }, { endTime: { $gt: asked.at } }] };
  const [newest, ofDay, stillOpen] = await Promise.all([
    limit > 0 ? findMarks(asked, {}, limit) : [],
    findMarks(asked, { ...fromDay, ...createdOnDay, ...endedLater }),
    findMarks(asked, { status: { $in: [...inProgressStatuses] } }),
  ]);
  const newestOf = byEnvironment(newest);
  const recentOf = await Promise.all(
    environmentIds.map(async (environmentId) => {
      const found = newestOf.get(environmentId) ?? [];
      const isEnough = found.length >= recentRuns || newest.length < limit;
      return isEnough ? found.slice(0, recentRuns) : findMarks(asked, { environmentId }, recentRuns);
    }),
  );
  const all = new Map([...recentOf.flat(), ...ofDay, ...stillOpen].map((mark) => [mark._id, mark]));
  const then = new Map((await marksThen(asked, [...all.values()])).map((mark) => [mark._id, mark]));
  const openOf = byEnvironment([...then.values()].filter(({ status }) => !isFinished(status)));
  return environmentIds.map((environmentId, index) => {
    const recent = (recentOf[index] ?? []).flatMap(({ _id }) => then.get(_id) ?? []);
    return { environmentId, recent, latest: latestOf(openOf.get(environmentId) ?? [], recent) };
  });
}

type Shown = Omit<EnvironmentRuns['latest'][number], 'failingSince'>;

/** @returns what the runs are shown as, by their ids */
async function findShown(
  { collections, at }: Asked,
  environments: readonly { _id: string; name: string }[],
  marks: readonly Mark[],
): Promise<Map<string, Shown>> {
  const runs = await collections.testRunSummaries.find({ _id: { $in: marks.map(({ _id }) => _id) } }).toArray();
  const names = await recentRunNamesOf(collections, environments, runs, []);
  const markOf = new Map(marks.map((mark) => [mark._id, mark]));
  return new Map(
    runs.flatMap((run) => {
      const mark = markOf.get(run._id);
      if (!mark) return [];
      const then = { status: mark.status, endedAt: mark.endTime };
      const shown = recentRunOf(runAsOf(run, then, at), names);
      return [[run._id, { run: shown, ...(!hasSameEnd(run, then) && { countsUnknown: true as const }) }]];
    }),
  );
}

async function withFailingSince(asked: Asked, shown: Shown, mark: Mark, recent: readonly Mark[]) {
  return { ...shown, failingSince: mark.status === 'FAIL' ? await findFailingSince(asked, mark, recent) : null };
}

/** @returns null where the last pass is further back than is looked */
async function findFailingSince(asked: Asked, failed: Mark, recent: readonly Mark[]): Promise<FailingSince | null> {
  const { environmentId, projectId, testSuiteId } = failed;
  const isWanted = isOfSame(failed);
  const known = recent.filter((run) => run._id <= failed._id && isWanted(run));
  if (known.some(isPassed)) return sinceOf(known);
  // What came before counts from whenever it is.
  const { createdAt: _createdAt, _id: _notBefore, ...undated } = asked.filter;
  const same = { environmentId, projectId, testSuiteId, _id: { $lte: failed._id } };
  const found = await findMarks({ ...asked, filter: undated }, same, searchedForPass);
  const then = await marksThen(asked, found.filter(isWanted));
  const isAll = found.length < searchedForPass || then.some(isPassed);
  return isAll ? sinceOf(then) : null;
}

/** @param runs of one project, suite, environment and leg, newest first, the first one failed */
function sinceOf(runs: readonly Mark[]): FailingSince | null {
  const passed = runs.findIndex(isPassed);
  const since = passed === -1 ? runs : runs.slice(0, passed);
  const first = since.findLast(({ status }) => status === 'FAIL');
  const lastPass = runs[passed];
  return (
    (first && {
      first: { id: first.testRunId, number: first.request.number, endTime: first.endTime },
      lastPass: lastPass ? { id: lastPass.testRunId, number: lastPass.request.number } : null,
    }) ??
    null
  );
}

async function findLastRunAt(
  { collections, filter, at }: Asked,
  accountId: AccountId,
  environmentId: EnvironmentId,
): Promise<string | null> {
  const before = { accountId, environmentId, createdAt: { $lte: at }, _id: { $lte: Object(filter._id).$lte } };
  const [newest] = await collections.testRunSummaries.find(before).sort(newestFirst).limit(1).toArray();
  return newest?.createdAt ?? null;
}
