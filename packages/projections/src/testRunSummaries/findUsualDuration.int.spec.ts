import type { TestRunId } from '@assay/contract';
import { type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import { type Collections, liveCollections } from '../collections.ts';
import { medianOf } from '../median.ts';
import { findUsualDurations } from './findUsualDuration.ts';
import { type TestRunSummaryDocument, testRunSummaries } from './testRunSummaries.ts';

type Run = Pick<TestRunSummaryDocument, 'accountId' | 'testRunId' | 'selection' | 'durationMs'> & {
  _id: string;
  complete: boolean;
};

const idOf = (number: number) => `run-${String(number).padStart(4, '0')}` as TestRunId;

/** Runs of two selections and of none in turns, every seventh one incomplete. */
const history = Array.from(
  { length: 120 },
  (_, number): Run => ({
    _id: idOf(number),
    testRunId: idOf(number),
    accountId: (number % 5 === 0 ? 'globex' : 'acme') as Run['accountId'],
    selection: ['all', 'smoke', null][number % 3] ?? null,
    complete: number % 7 !== 0,
    durationMs: number * 100 + ((number * 37) % 50),
  }),
);

/** As it is defined: the median of the ten complete ones before it that asked for the same tests. */
function usualOf(run: Run): number | null {
  if (run.selection === null) return null;
  const alike = history.filter(
    ({ _id, accountId, selection, complete }) =>
      complete && accountId === run.accountId && selection === run.selection && _id < run._id,
  );
  return medianOf(alike.slice(-10).flatMap(({ durationMs }) => durationMs ?? []));
}

describe('the usual durations of runs', () => {
  let stores: StoresUnderTest;
  let collections: Collections;
  let finds = 0;
  beforeAll(async () => {
    stores = await startStores();
    const collection = stores.readModelDb.collection<TestRunSummaryDocument>('testRunSummaries_tried');
    for (const index of testRunSummaries.indexes) await collection.createIndex(index);
    await collection.insertMany(history as unknown as TestRunSummaryDocument[]);
    const find = (...given: Parameters<typeof collection.find>) => {
      finds += 1;
      return collection.find(...given);
    };
    const { known } = liveCollections(stores.readModelDb, []);
    collections = { known, testRunSummaries: { find } } as unknown as Collections;
  });
  afterAll(() => stores.stop());
  beforeEach(() => {
    finds = 0;
  });

  const usual = async (runs: readonly Run[]) => {
    const found = await findUsualDurations(collections, runs);
    return runs.map(({ testRunId }) => found.get(testRunId));
  };

  it('of a page of the list take a question for each selection and account', async () => {
    const page = history.slice(-50);
    expect(await usual(page)).toEqual(page.map(usualOf));
    expect(finds).toBe(4);
  });

  it('are right too where other runs are between those of the page', async () => {
    const page = history.filter((_, number) => number % 11 === 1);
    expect(await usual(page)).toEqual(page.map(usualOf));
  });

  it('are those of a single run, of the first one, and of none', async () => {
    for (const number of [119, 118, 0]) {
      const run = history.filter((each) => each.testRunId === idOf(number));
      expect(await usual(run)).toEqual(run.map(usualOf));
    }
    expect(await usual([])).toEqual([]);
  });
});
