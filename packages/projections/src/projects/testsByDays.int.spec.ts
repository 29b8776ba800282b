import type { ProjectId } from '@assay/contract';
import { type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import type { Collections } from '../collections.ts';
import type { ProjectTestDocument } from '../projectTests/projectTests.ts';
import { openTestsByDays, testsRunBetween } from './testsByDays.ts';

const [shop, other] = ['shop' as ProjectId, 'other' as ProjectId];

describe('tests by the days on which they were run', () => {
  let stores: StoresUnderTest;
  let collections: Pick<Collections, 'projectTests'>;
  let count = 0;
  beforeAll(async () => {
    stores = await startStores();
    collections = { projectTests: stores.readModelDb.collection<ProjectTestDocument>('projectTests') };
  });
  afterAll(() => stores.stop());

  const addTests = (projectId: ProjectId, number: number, ...spans: [number, number][]) =>
    stores.readModelDb.collection<{ _id: string }>('projectTests').insertMany(
      Array.from({ length: number }, () => {
        const daysRun = spans.map(([from, to]) => ({ from, to }));
        return { _id: `test-${++count}`, projectId, daysRun };
      }),
    );

  it('are counted once if they ran on at least one day of a period', async () => {
    await addTests(shop, 3, [10, 20]);
    await addTests(shop, 2, [10, 12], [18, 20]);
    await addTests(shop, 1);
    await addTests(other, 7, [10, 20]);
    const counts = await openTestsByDays()(collections, shop);
    expect(counts).toHaveLength(3);
    expect(testsRunBetween(counts, 13, 17)).toBe(3);
    expect(testsRunBetween(counts, 12, 13)).toBe(5);
    expect(testsRunBetween(counts, 20, 49)).toBe(5);
    expect(testsRunBetween(counts, 21, 49)).toBe(0);
  });

  it('are current if counting is quick, and otherwise up to a minute old', async () => {
    let now = 0;
    const clock = () => now;
    const readers = [openTestsByDays({ slowMs: 60_000, now: clock }), openTestsByDays({ slowMs: 0, now: clock })];
    const totals = () =>
      Promise.all(readers.map(async (read) => testsRunBetween(await read(collections, other), 0, 99)));
    expect(await totals()).toEqual([7, 7]);
    await addTests(other, 1, [30, 30]);
    now = 59_999;
    expect(await totals()).toEqual([8, 7]);
    now = 60_000;
    expect(await totals()).toEqual([8, 8]);
  });
});
