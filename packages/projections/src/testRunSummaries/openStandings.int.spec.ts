import { type AccountId, type EnvironmentId, noTotals, type Position } from '@assay/contract';
import { type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import type { Collections } from '../collections.ts';
import { openStandings } from './openStandings.ts';
import type { Standing } from './standings.ts';
import { type TestRunSummaryDocument, testRunSummaries } from './testRunSummaries.ts';

const [acme, globex] = ['acme' as AccountId, 'globex' as AccountId];
const environments = ['qa', 'live'] as EnvironmentId[];
const positionOf = (at: number) => `epoch-${String(at).padStart(4, '0')}` as Position;

describe('how environments stand, kept', () => {
  let stores: StoresUnderTest;
  let collection: Collections['testRunSummaries'];
  beforeEach(async () => {
    stores = await startStores();
    collection = openCollection(testRunSummaries.version);
    for (const index of testRunSummaries.indexes) await collection.createIndex(index);
  });
  afterEach(() => stores.stop());

  const openCollection = (version: number) =>
    stores.readModelDb.collection<TestRunSummaryDocument>(`${testRunSummaries.name}_v${version}`);

  /** Writes a run as the projector does. @param at the place in the log of the last event that went into it */
  async function put(
    number: number,
    at: number,
    {
      accountId = acme,
      environment = 'qa',
      status = 'PASS',
    }: { accountId?: AccountId; environment?: string; status?: string } = {},
  ): Promise<void> {
    const _id = `run-${String(number).padStart(4, '0')}`;
    const run = {
      _id,
      testRunId: _id,
      accountId,
      projectId: 'shop',
      environmentId: environment,
      testSuiteId: null,
      branch: 'main',
      request: { number, ref: 'main', build: null },
      createdAt: new Date(number * 1_000).toISOString(),
      status,
      totals: noTotals,
      position: positionOf(at),
    };
    await collection.replaceOne({ _id }, run as unknown as TestRunSummaryDocument, { upsert: true });
  }
  const shown = (standings: readonly Standing[]) =>
    standings.map(({ environmentId, known }) => [
      environmentId,
      ...known.map(({ request, status }) => `${request.number} ${status}`),
    ]);

  it('follows from what has changed after the position up to which everything was there', async () => {
    const read = openStandings();
    const standings = async (position: number, accountId = acme) =>
      shown(await read({ testRunSummaries: collection, filter: { accountId } }, environments, positionOf(position)));
    await put(1, 1, { status: 'RUNNING' });
    await put(3, 3, { environment: 'live' });
    await put(2, 2, { accountId: globex });
    expect(await standings(3)).toEqual([
      ['qa', '1 RUNNING'],
      ['live', '3 PASS'],
    ]);
    expect(await standings(3, globex)).toEqual([['qa', '2 PASS'], ['live']]);
    // Of one batch, what comes later in the log may be written first: nobody was told of either yet.
    await put(5, 5);
    expect(await standings(3)).toEqual([
      ['qa', '5 PASS', '1 RUNNING'],
      ['live', '3 PASS'],
    ]);
    await put(1, 4, { status: 'FAIL' });
    expect(await standings(3)).toEqual([
      ['qa', '5 PASS', '1 FAIL'],
      ['live', '3 PASS'],
    ]);
    expect(await standings(5)).toEqual([
      ['qa', '5 PASS', '1 FAIL'],
      ['live', '3 PASS'],
    ]);
    await put(3, 6, { environment: 'live', status: 'FAIL' });
    expect(await standings(6)).toEqual([
      ['qa', '5 PASS', '1 FAIL'],
      ['live', '3 FAIL'],
    ]);
    expect(await standings(6, globex)).toEqual([['qa', '2 PASS'], ['live']]);
  });

  it('is read again only of runs that have changed, and of environments that have any', async () => {
    for (let run = 1; run <= 40; run++) await put(run, run, { environment: environments[run % 2] ?? '' });
    const found: number[] = [];
    const counted: typeof collection = Object.create(collection, {
      collectionName: { value: collection.collectionName },
      find: {
        value: (...asked: Parameters<typeof collection.find>) => {
          const cursor = collection.find(...asked);
          const toArray = cursor.toArray.bind(cursor);
          cursor.toArray = async () => {
            const documents = await toArray();
            found.push(documents.length);
            return documents;
          };
          return cursor;
        },
      },
    });
    const read = openStandings();
    const standings = (position: number) =>
      read({ testRunSummaries: counted, filter: { accountId: acme } }, environments, positionOf(position));
    const first = await standings(40);
    expect(found.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
    found.length = 0;
    expect(await standings(40)).toEqual(first);
    expect(found).toEqual([0]);
    found.length = 0;
    await put(39, 41, { environment: 'live', status: 'FAIL' });
    await put(41, 42, { environment: 'live', status: 'PASS' });
    expect(shown(await standings(42))[1]?.slice(0, 3)).toEqual(['live', '41 PASS', '39 FAIL']);
    expect(found).toEqual([2]);
  });

  it('is read as a whole where positions cannot be looked up, or too much has changed', async () => {
    const read = openStandings();
    const standings = async (testRunSummaries: typeof collection, position: number) =>
      shown(await read({ testRunSummaries, filter: { accountId: acme } }, environments, positionOf(position)));
    const before = openCollection(testRunSummaries.version - 1);
    expect(await standings(before, 0)).toEqual([['qa'], ['live']]);
    await put(1, 1);
    await before.insertMany(await collection.find().toArray());
    expect(await standings(before, 1)).toEqual([['qa', '1 PASS'], ['live']]);
    expect(await standings(collection, 1)).toEqual([['qa', '1 PASS'], ['live']]);
    for (let run = 2; run <= 1_100; run++) await put(run, run);
    const [qa] = await standings(collection, 1_100);
    expect(qa?.slice(0, 3)).toEqual(['qa', '1100 PASS', '1099 PASS']);
  });
});
