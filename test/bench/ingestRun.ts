import { type Assignment, limits, type TestResultsPage, type TestRunView } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { joinAgent, madeUpTests } from './honestAgent.ts';
import { runUnit } from './runUnit.ts';
import { timed } from './samples.ts';
import { startRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

/** The run that is ingested. */
export const ingested = { tests: 20_000, files: 400, runners: 8 };
/** Each poll is work for the processes under measurement. */
const lookMs = 100;

/** @returns whether every test of the run has a final result, as a user would see it. */
async function allFinal({ get }: Caller, runId: string): Promise<boolean> {
  const { remainingTests } = await get<TestRunView>(`/test-runs/${runId}`);
  if (remainingTests > 0) return false;
  let final = 0;
  for (let offset = 0; offset < ingested.tests; offset += limits.maxResultsPage) {
    const { tests } = await get<TestResultsPage>(`/test-runs/${runId}/results?offset=${offset}`);
    final += tests.filter(({ status }) => status === 'PASS' || status === 'FAIL').length;
  }
  return final === ingested.tests;
}

async function untilAllFinal(caller: Caller, runId: string): Promise<void> {
  while (!(await allFinal(caller, runId))) await new Promise((resolve) => setTimeout(resolve, lookMs));
}

/**
 * Runs one large run by runners that answer at once.
 * @param whenReady called when its units are claimed, right before the clock starts: results are measured and not planning
 * @returns milliseconds from the agent's first post until a query shows the last result, and what was written
 */
export async function ingestRun(
  bench: Workbench,
  whenReady: () => Promise<void> = async () => undefined,
): Promise<{ tookMs: number; runId: string; streams: string[] }> {
  const caller = await bench.caller();
  const { runners } = ingested;
  const agent = await joinAgent(bench, runners);
  const runId = await startRun(bench, agent, madeUpTests(ingested.tests, ingested.files), runners);
  const streams: string[] = [];
  const first = await Promise.all(Array.from({ length: runners }, (_, slot) => agent.claim(slot)));
  const runSlot = async (slot: number, claimed: Assignment | null): Promise<void> => {
    for (let unit = claimed; unit; unit = await agent.claim(slot)) {
      streams.push(`workUnit-${unit.leaseId}`);
      await runUnit(agent, unit);
    }
  };
  await whenReady();
  const tookMs = await timed(async () => {
    const slots = Promise.all(first.map((unit, slot) => runSlot(slot, unit)));
    await Promise.race([slots, untilAllFinal(caller, runId)]);
  });
  agent.leave();
  return { tookMs, runId, streams };
}
