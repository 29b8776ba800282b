import type { CommandAnswer, EnvironmentId, RecentForEnvironments } from '@assay/contract';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import { liveCollection } from './liveCollection.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

/** Not a multiple of four, as the verdicts of made-up runs are: so each environment passes and fails in turns. */
const environments = 201;
const runsOfEach = 50;
const samples = 40;
const warmUps = 5;

/** Milliseconds for how 201 environments stand. */
export async function measureDashboard(bench: Workbench): Promise<Figure[]> {
  const { post } = await bench.caller();
  const ids: EnvironmentId[] = [];
  for (let index = 0; index < environments; index++) {
    const { id } = await post<CommandAnswer>('/environments', { name: `Region ${index}`, key: `region-${index}` });
    ids.push(id as EnvironmentId);
  }
  await growHistory(bench, environments * runsOfEach, ids);
  const { get, accountId } = await bench.caller();
  const collection = await liveCollection(bench, 'testRunSummaries');
  const show = async () => {
    const answer = await get<RecentForEnvironments>('/test-runs/recent-for-environments');
    const withRuns = answer.environments.filter(({ latest }) => latest.length > 0).length;
    if (withRuns !== environments) throw new Error(`${withRuns} environments have runs`);
  };
  const find = () => collection.find({ accountId }).sort({ _id: -1 }).limit(environments).toArray();
  return [
    {
      name: `the dashboard of ${environments} environments, ${runsOfEach} runs each`,
      unit: 'ms',
      ...(await timedInTurns(show, find, { samples, warmUps })),
      floorIs: `one indexed find of ${environments} documents by the driver`,
      aim: 50,
      aimIsTail: true,
    },
  ];
}
