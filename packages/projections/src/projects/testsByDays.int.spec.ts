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

  it('are up to a minute old where counting takes long', async () => {
    let now = 0;
    // Each look at this clock takes a second, as counting very many tests does.
    const read = openTestsByDays({ now: () => (now += 1_000) });
    const total = async () => testsRunBetween(await read(collections, other), 0, 99);
    expect(await total()).toBe(7);
    await addTests(other, 1, [30, 30]);
    now += 55_000;
    expect(await total()).toBe(7);
    now += 10_000;
    expect(await total()).toBe(8);
  });
});
