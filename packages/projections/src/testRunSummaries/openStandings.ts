import { LruCache } from '@assay/concurrency';
import type { EnvironmentId, Position } from '@assay/contract';
import { isFinished } from '@assay/contract';
import { type RecentRun, recentFields } from './recentRunView.ts';
import {
  type AskedRuns,
  byEnvironment,
  type FoundMarks,
  findMarks,
  type Mark,
  markOf,
  recentRuns,
  type Standing,
  standingsOf,
} from './standings.ts';
import { testRunSummaries } from './testRunSummaries.ts';

/**
 * @param position how far the read models were for the account, asked before this is
 * @returns how each of the environments stands, in their order
 */
export type StandingsReader = (
  asked: AskedRuns,
  environmentIds: readonly EnvironmentId[],
  position: Position,
) => Promise<Standing[]>;

type Kept = {
  /** All that had happened up to here is in it; some of what came later may be too. */
  position: Position;
  standings: ReadonlyMap<EnvironmentId, Standing>;
};

/** Runs of all accounts and filters together, of some 300 bytes each. */
const keptMarks = 50_000;
/** A run as a card shows it takes as much memory as so many of the others. */
const marksOfCard = 5;
/** If more have changed, everything is read again. */
const maxChanged = 1_000;

/**
 * Reads how environments stand. What was read is kept, and only what has changed since is read again: a run's document
 * has the position of the last event that went into it.
 */
export function openStandings(): StandingsReader {
  const kept = new LruCache<string, Kept>(keptMarks, sizeOf);
  return async (asked, environmentIds, position) => {
    const { collectionName } = asked.testRunSummaries;
    const key = `${collectionName} ${JSON.stringify(asked.filter)}`;
    const before = isIndexed(collectionName) ? kept.get(key) : undefined;
    const changed = before && (await findChanged(asked, before.position));
    const known = before && changed ? await renewed(asked, before, changed, environmentIds) : [];
    const missing = environmentIds.filter((id) => !known.some(({ environmentId }) => environmentId === id));
    const read = await standingsOf(asked, await findMarks(asked, missing));
    const standings = new Map([...known, ...read].map((standing) => [standing.environmentId, standing]));
    kept.set(key, { position, standings });
    return environmentIds.flatMap((environmentId) => standings.get(environmentId) ?? []);
  };
}

function sizeOf({ standings }: Kept): number {
  let size = 1;
  for (const { known, running, latest } of standings.values()) {
    size += known.length + running.length + marksOfCard * latest.length + 1;
  }
  return size;
}

/** Documents of an earlier version cannot be found by their positions. */
function isIndexed(collectionName: string): boolean {
  const [name, version] = collectionName.split('_');
  return name === testRunSummaries.name && version === `v${testRunSummaries.version}`;
}

/** @returns the account's runs that have changed after the position; undefined: too many */
async function findChanged(
  { testRunSummaries, filter: { accountId } }: AskedRuns,
  position: Position,
): Promise<RecentRun[] | undefined> {
  const changed = await testRunSummaries
    .find<RecentRun>({ accountId, position: { $gt: position } }, { projection: recentFields })
    .limit(maxChanged + 1)
    .toArray();
  return changed.length > maxChanged ? undefined : changed;
}

/** @returns how those of the environments stand that were known before */
async function renewed(
  asked: AskedRuns,
  { standings }: Kept,
  changed: readonly RecentRun[],
  environmentIds: readonly EnvironmentId[],
): Promise<Standing[]> {
  const before = environmentIds.flatMap((environmentId) => standings.get(environmentId) ?? []);
  const changedOf = byEnvironment(changed);
  const matching = changed.length > 0 ? byEnvironment(await matchingOf(asked, changed)) : changedOf;
  const same = before.filter(({ environmentId }) => !changedOf.has(environmentId));
  // Since when something fails, and what ran last, may also follow from a run that is not among the newest.
  const others = before.filter(({ environmentId }) => changedOf.has(environmentId));
  const runs = new Map([
    ...others.flatMap(({ latest }) => latest.map(({ run }) => [run._id, run] as const)),
    ...changed.map((run) => [run._id, run] as const),
  ]);
  const found = others.map((standing) => withChanged(standing, matching.get(standing.environmentId) ?? []));
  return [...same, ...(await standingsOf(asked, found, runs))];
}

/** @returns those of the runs that match the filter */
async function matchingOf({ testRunSummaries, filter }: AskedRuns, runs: readonly RecentRun[]): Promise<RecentRun[]> {
  if (Object.keys(filter).length === 1) return [...runs];
  const among = { _id: { $in: runs.map(({ _id }) => _id) } };
  const found = await testRunSummaries.find({ $and: [filter, among] }, { projection: { _id: 1 } }).toArray();
  const ids = new Set(found.map(({ _id }) => _id));
  return runs.filter(({ _id }) => ids.has(_id));
}

/** What a run matches never changes, so the newest ones follow from those before and those that have changed. */
function withChanged({ environmentId, known, running }: FoundMarks, changed: readonly RecentRun[]): FoundMarks {
  const marks = changed.map(markOf);
  return {
    environmentId,
    known: merged(known, marks).slice(0, recentRuns),
    running: merged(running, marks).filter(({ status }) => !isFinished(status)),
  };
}

/** @returns both, newest first; of the same run as it is now */
function merged(before: readonly Mark[], changed: readonly Mark[]): Mark[] {
  const all = new Map([...before, ...changed].map((mark) => [mark._id, mark]));
  return [...all.values()].sort((a, b) => (a._id < b._id ? 1 : -1));
}
