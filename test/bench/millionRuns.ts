import type { TestRunPage } from '@assay/contract';
import type { Figure } from './figures.ts';
import { growList } from './grownList.ts';
import { liveCollection } from './liveCollection.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

const runs = 1_000_000;
/** On which they were, as an account has them. */
const days = 365;
const page = 10;
/** Nobody scrolls so far, but a link may begin there. */
const farDown = 400_000;
const samples = 400;
const warmUps = 50;

/** Milliseconds for what the list of runs reads over HTTP, in an account with a million of them. */
export async function measureMillionRuns(bench: Workbench): Promise<Figure[]> {
  await growList(bench, runs, days);
  const { get, accountId } = await bench.caller();
  const { projectId } = await bench.project();
  const collection = await liveCollection(bench, 'testRunSummaries');
  const find = () => collection.find({ accountId }).sort({ _id: -1 }).limit(page).toArray();
  const lists: [what: string, query: string][] = [
    ['first page', ''],
    ['first page of one project', `&project=${projectId}`],
    ['first page of what failed', '&status=FAIL'],
    ['first page of what failed on one branch', '&status=FAIL&branch=release'],
    ['page far down', `&offset=${farDown}`],
  ];
  const figures: Figure[] = [];
  for (const [what, query] of lists) {
    const list = async () => {
      const { testRuns } = await get<TestRunPage>(`/test-runs?limit=${page}${query}`);
      if (testRuns.length !== page) throw new Error(`the ${what} holds ${testRuns.length} runs`);
    };
    figures.push({
      name: `list of ${runs.toLocaleString('en')} runs: ${what}`,
      unit: 'ms',
      ...(await timedInTurns(list, find, { samples, warmUps })),
      floorIs: `one indexed find of ${page} documents by the driver`,
      aim: 10,
      aimIsTail: true,
    });
  }
  return figures;
}
