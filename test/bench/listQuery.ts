import type { TestRunPage } from '@assay/contract';
import { measureCallCost } from './callCost.ts';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import { liveCollection } from './liveCollection.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

const sizes = [1_000, 100_000];
const page = 10;
const samples = 400;
const warmUps = 50;

/** The first page of the list of runs over HTTP, with few runs and with many: milliseconds, and what each call costs. */
export async function measureListQuery(bench: Workbench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const runs of sizes) {
    await growHistory(bench, runs);
    const { get, accountId } = await bench.caller();
    const collection = await liveCollection(bench, 'testRunSummaries');
    const list = async () => {
      const { testRuns } = await get<TestRunPage>(`/test-runs?limit=${page}`);
      if (testRuns.length !== page) throw new Error(`the page holds ${testRuns.length} runs`);
    };
    const find = () => collection.find({ accountId }).sort({ _id: -1 }).limit(page).toArray();
    figures.push({
      name: `first page of the list, ${runs.toLocaleString('en')} runs`,
      unit: 'ms',
      ...(await timedInTurns(list, find, { samples, warmUps })),
      floorIs: `one indexed find of ${page} documents by the driver`,
      ...(runs === sizes.at(-1) ? { aim: 10 } : {}),
    });
    figures.push(...(await measureCallCost(bench, `each call of the list, ${runs.toLocaleString('en')} runs`, list)));
  }
  return figures;
}
