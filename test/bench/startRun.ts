import type { CommandAnswer, ListedTest } from '@assay/contract';
import type { HonestAgent } from './honestAgent.ts';
import type { Workbench } from './workbench.ts';

/** Starts a run through the api and lets the agent list its tests. @returns the run's id */
export async function startRun(
  bench: Workbench,
  agent: HonestAgent,
  tests: readonly ListedTest[],
  runners: number,
): Promise<string> {
  const id = await createRun(bench, runners);
  await agent.list(await agent.takeSetUp(), tests);
  return id;
}

/** Starts a run through the api, which then waits for an agent to set it up. @returns its id */
export async function createRun(bench: Workbench, runners: number): Promise<string> {
  await bench.project();
  const { post } = await bench.caller();
  const { id } = await post<CommandAnswer>('/test-runs', { project: 'bench', environment: 'bench', runners });
  return id;
}
