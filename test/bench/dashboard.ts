import type { RecentForEnvironments } from '@assay/contract';
import type { Figure } from './figures.ts';
import { liveCollection } from './liveCollection.ts';
import { makeRegions, regions, runsOfRegion } from './regions.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

const samples = 40;
const warmUps = 5;

/** Milliseconds for how 201 environments stand. */
export async function measureDashboard(bench: Workbench): Promise<Figure[]> {
  await makeRegions(bench);
  const { get, accountId } = await bench.caller();
  const collection = await liveCollection(bench, 'testRunSummaries');
  const show = async () => {
    const answer = await get<RecentForEnvironments>('/test-runs/recent-for-environments');
    const withRuns = answer.environments.filter(({ latest }) => latest.length > 0).length;
    if (withRuns !== regions) throw new Error(`${withRuns} environments have runs`);
  };
  const find = () => collection.find({ accountId }).sort({ _id: -1 }).limit(regions).toArray();
  return [
    {
      name: `the dashboard of ${regions} environments, ${runsOfRegion} runs each`,
      unit: 'ms',
      ...(await timedInTurns(show, find, { samples, warmUps })),
      floorIs: `one indexed find of ${regions} documents by the driver`,
      aim: 50,
      aimIsTail: true,
    },
  ];
}
