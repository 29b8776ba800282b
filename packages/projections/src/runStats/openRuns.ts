import { LruCache } from '@assay/concurrency';
import type { AccountId, Position } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { unpackRun } from './packedRuns.ts';
import { columnsOf, type RunColumns } from './runColumns.ts';
import { dayIdOf, type RunDayDocument } from './runDays.ts';
import type { RunFacts } from './runFacts.ts';
import { dayOf, hourIdOf, hourOf, hoursOf } from './runHours.ts';
import type { RunHourDocument } from './runStats.ts';
import { filterOf, type RunsQuery } from './runsQuery.ts';
import { stoodAt } from './stoodAt.ts';

/** @returns the runs, in the order in which they were created */
export type RunsReader = (
  collections: Pick<Collections, 'runStats'>,
  accountId: AccountId,
  query: RunsQuery,
) => Promise<RunFacts[]>;

/** @returns the hours that the runs are in, with others of these hours, for `eachRun` to go through */
export type RunColumnsReader = (
  collections: Pick<Collections, 'runStats'>,
  accountId: AccountId,
  query: RunsQuery,
) => Promise<RunColumns[]>;

/** Before version 4 a row was an object. */
type StoredHour = Pick<RunHourDocument, '_id' | 'position'> & { runs: (string | RunFacts)[] };
type KnownHour = Pick<RunHourDocument, '_id' | 'position' | 'hour'>;
type Span = { from: string; to: string };

/** Between making a run's id and creating the run, the hour may have changed. */
const slackMs = 60_000;
/** How much memory what is kept takes, in bytes: as measured for each run, for each hour besides, and at most. */
type Costs = { run: number; hour: number; most: number };

/** Some 100,000 runs of all accounts together. */
const costsOfRows: Costs = { run: 550, hour: 400, most: 60_000_000 };
/** A million, if a hundred come in an hour. */
const costsOfColumns: Costs = { run: 65, hour: 3_500, most: 100_000_000 };

/** @returns which hours there are and when each changed, in their order */
async function findHours(
  { runStats }: Pick<Collections, 'runStats'>,
  accountId: AccountId,
  { from, to }: Span,
): Promise<KnownHour[]> {
  const [first, last] = [from, to].map((hour) => dayIdOf(accountId, dayOf(Date.parse(hour))));
  const days = await runStats
    .find<Pick<RunDayDocument, 'day' | 'positions'>>(
      { _id: { $gte: first, $lte: last } },
      { projection: { _id: 0, day: 1, positions: 1 } },
    )
    .sort({ _id: 1 })
    .toArray();
  // Documents of version 2 have no days beside them.
  if (days.length === 0) {
    return runStats
      .find<KnownHour>({ accountId, hour: { $gte: from, $lte: to } }, { projection: { position: 1, hour: 1 } })
      .sort({ hour: 1 })
      .toArray();
  }
  return days.flatMap(({ day, positions }) =>
    hoursOf(day).flatMap((hour, index) => {
      const position = positions[index];
      return position && hour >= from && hour <= to ? { _id: hourIdOf(accountId, hour), position, hour } : [];
    }),
  );
}

/** What is kept of an hour, and the last event that went into it. */
type Hour<Kept> = { position: Position; size: number; kept: Kept };

/**
 * Reads hours. Those that were read are kept as long as they do not change: decoding rows is nearly all that a chart
 * costs, and the hours of the past stay as they are.
 * @param keepOf what is kept of an hour's runs
 */
function openHours<Kept>(keepOf: (runs: RunFacts[]) => Kept, costs: Costs) {
  const kept = new LruCache<string, Hour<Kept>>(costs.most, ({ size }) => size * costs.run + costs.hour);

  /** @returns the hours in their order; those that have changed since are read again, with what lies between them */
  return async (
    collections: Pick<Collections, 'runStats'>,
    accountId: AccountId,
    { start, end }: RunsQuery,
  ): Promise<Kept[]> => {
    const span = { from: hourOf(start - slackMs), to: hourOf(end) };
    const { runStats } = collections;
    const keyOf = (id: string) => `${runStats.collectionName} ${id}`;
    const known = await findHours(collections, accountId, span);
    const hours = new Map<string, Kept>();
    const changed: string[] = [];
    for (const { _id, position, hour } of known) {
      const one = kept.get(keyOf(_id));
      if (one?.position === position) hours.set(_id, one.kept);
      else changed.push(hour);
    }
    if (changed.length > 0) {
      const again = { accountId, hour: { $gte: changed[0] ?? span.from, $lte: changed.at(-1) ?? span.to } };
      const texts = new Map<string, string>();
      for await (const { _id, position, runs: rows } of runStats.find<StoredHour>(again)) {
        const runs = rows.map((row) => (typeof row === 'string' ? unpackRun(row, texts) : row));
        const one = { position, size: runs.length, kept: keepOf(runs) };
        hours.set(_id, one.kept);
        kept.set(keyOf(_id), one);
      }
    }
    return known.flatMap(({ _id }) => hours.get(_id) ?? []);
  };
}

/** Reads runs. */
export function openRuns(): RunsReader {
  const readHours = openHours((runs) => ({ runs }), costsOfRows);
  return async (collections, accountId, query) => {
    const hours = await readHours(collections, accountId, query);
    const isWanted = filterOf(query);
    const { at } = query;
    const runs = hours.flatMap((hour) => hour.runs.filter(isWanted));
    const then = at === undefined ? runs : runs.flatMap((run) => stoodAt(run, at) ?? []);
    return then.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  };
}

/** Reads what charts count of runs. */
export function openRunColumns(readRuns: RunsReader): RunColumnsReader {
  const readHours = openHours(columnsOf, costsOfColumns);
  return async (collections, accountId, query) =>
    query.at === undefined
      ? readHours(collections, accountId, query)
      : [columnsOf(await readRuns(collections, accountId, query))];
}
