import type { AccountId } from '@assay/contract';
import { RecentMap } from '@assay/event-log';
import type { Collections } from '../collections.ts';
import { unpackRun } from './packedRuns.ts';
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

type Hour = Pick<RunHourDocument, '_id' | 'position'> & { runs: RunFacts[] };
/** Before version 4 a row was an object. */
type StoredHour = Pick<RunHourDocument, '_id' | 'position'> & { runs: (string | RunFacts)[] };
type KnownHour = Pick<RunHourDocument, '_id' | 'position' | 'hour'>;
type Span = { from: string; to: string };

/** Between making a run's id and creating the run, the hour may have changed. */
const slackMs = 60_000;
/** Rows of all accounts together, of half a kilobyte each. */
const keptRuns = 100_000;

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

/**
 * Reads the rows of runs. Hours that were read are kept as long as they do not change: decoding rows is nearly all that
 * a chart costs, and the hours of the past stay as they are.
 */
export function openRuns(): RunsReader {
  const kept = new RecentMap<string, Hour>(keptRuns, ({ runs }) => runs.length + 1);

  /** @returns the hours in their order; those that have changed since are read again, with what lies between them */
  async function readHours(collections: Pick<Collections, 'runStats'>, accountId: AccountId, span: Span) {
    const { runStats } = collections;
    const keyOf = (id: string) => `${runStats.collectionName} ${id}`;
    const known = await findHours(collections, accountId, span);
    const hours = new Map<string, Hour>();
    const changed: string[] = [];
    for (const { _id, position, hour } of known) {
      const one = kept.get(keyOf(_id));
      if (one?.position === position) hours.set(_id, one);
      else changed.push(hour);
    }
    if (changed.length > 0) {
      const again = { accountId, hour: { $gte: changed[0] ?? span.from, $lte: changed.at(-1) ?? span.to } };
      const texts = new Map<string, string>();
      for await (const { _id, position, runs: rows } of runStats.find<StoredHour>(again)) {
        const runs = rows.map((row) => (typeof row === 'string' ? unpackRun(row, texts) : row));
        const one = { _id, position, runs };
        hours.set(_id, one);
        kept.set(keyOf(_id), one);
      }
    }
    return known.flatMap(({ _id }) => hours.get(_id) ?? []);
  }

  return async (collections, accountId, query) => {
    const span = { from: hourOf(query.start - slackMs), to: hourOf(query.end) };
    const hours = await readHours(collections, accountId, span);
    const isWanted = filterOf(query);
    const { at } = query;
    const runs = hours.flatMap((hour) => hour.runs.filter(isWanted));
    const then = at === undefined ? runs : runs.flatMap((run) => stoodAt(run, at) ?? []);
    return then.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  };
}
