import type { Collections } from '../collections.ts';
import { medianOf } from '../median.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

const runsForUsual = 10;

type Timed = Pick<TestRunSummaryDocument, 'accountId' | 'selection' | 'testRunId'>;

/**
 * @returns median of the durations of the last complete runs before this one that asked for the same tests, in
 * milliseconds; null if there are none.
 */
async function findUsualDuration(collections: Collections, run: Timed): Promise<number | null> {
  return usualOf(await earlierRuns(collections, run, runsForUsual));
}

/**
 * The same for many runs, by one query for all that asked for the same tests.
 * @returns the durations by the runs' ids
 */
export async function findUsualDurations(
  collections: Collections,
  runs: readonly Timed[],
): Promise<Map<string, number | null>> {
  const alike = new Map<string, Timed[]>();
  for (const run of runs) {
    const key = `${run.accountId} ${run.selection}`;
    alike.set(key, [...(alike.get(key) ?? []), run]);
  }
  const usual = new Map<string, number | null>();
  await Promise.all(
    [...alike.values()].map(async (group) => {
      const newest = group.reduce((one, other) => (other.testRunId > one.testRunId ? other : one));
      const most = runsForUsual + group.length - 1;
      const found = await earlierRuns(collections, newest, most);
      const durationBefore = async (run: Timed) => {
        const earlier = found.filter(({ _id }) => _id < run.testRunId);
        // There are other runs between those of the group, so that some of the ten were not read.
        if (earlier.length < runsForUsual && found.length === most) return findUsualDuration(collections, run);
        return usualOf(earlier.slice(0, runsForUsual));
      };
      const durations = await Promise.all(group.map(durationBefore));
      for (const [at, { testRunId }] of group.entries()) usual.set(testRunId, durations[at] ?? null);
    }),
  );
  return usual;
}

type Earlier = { _id: string } & Pick<TestRunSummaryDocument, 'durationMs'>;

/** @returns complete runs before this one that asked for the same tests, the newest first */
async function earlierRuns(
  collections: Collections,
  { accountId, selection, testRunId }: Timed,
  most: number,
): Promise<readonly Earlier[]> {
  if (selection === null) return [];
  const filter = { accountId, selection, complete: true, _id: { $lt: testRunId } };
  return collections.known.query('testRunSummaries', `${accountId} ${selection} ${testRunId} ${most}`, () =>
    collections.testRunSummaries
      .find(filter, { projection: { durationMs: 1 } })
      .sort({ _id: -1 })
      .limit(most)
      .toArray(),
  );
}

function usualOf(earlier: readonly Earlier[]): number | null {
  return medianOf(earlier.flatMap(({ durationMs }) => durationMs ?? []));
}
