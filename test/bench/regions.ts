import type { CommandAnswer, EnvironmentId } from '@assay/contract';
import { growHistory } from './grownHistory.ts';
import type { Workbench } from './workbench.ts';

/** Not a multiple of four, as the verdicts of made-up runs are: so each environment passes and fails in turns. */
export const regions = 201;
export const runsOfRegion = 50;

const made = new WeakSet<Workbench>();

/** @returns what the environment with this index is called */
export const regionName = (index: number) => `Region ${index}`;

/** Ensures that the installation has very many environments with runs, and that its read models show them. */
export async function makeRegions(bench: Workbench): Promise<void> {
  if (made.has(bench)) return;
  const { post } = await bench.caller();
  const ids: EnvironmentId[] = [];
  for (let index = 0; index < regions; index++) {
    const { id } = await post<CommandAnswer>('/environments', { name: regionName(index), key: `region-${index}` });
    ids.push(id as EnvironmentId);
  }
  await growHistory(bench, regions * runsOfRegion, { environmentIds: ids });
  made.add(bench);
}
