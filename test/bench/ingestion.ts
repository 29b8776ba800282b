import { type Assignment, agentProtocol, limits, type TestResultsPage, type TestRunView } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import type { Figure } from './figures.ts';
import { joinAgent, madeUpTests } from './honestAgent.ts';
import { measureStoreFloor } from './ingestionFloor.ts';
import { processorTimeBetween, processorTimes } from './processorTime.ts';
import { runUnit } from './runUnit.ts';
import { median, timed } from './samples.ts';
import { startRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

const testCount = 20_000;
const files = 400;
const runners = 8;
const rounds = 3;
/** Each poll is work for the processes under measurement. */
const lookMs = 100;

/** @returns whether every test of the run has a final result, as a user would see it. */
async function allFinal({ get }: Caller, runId: string): Promise<boolean> {
  const { remainingTests } = await get<TestRunView>(`/test-runs/${runId}`);
  if (remainingTests > 0) return false;
  let final = 0;
  for (let offset = 0; offset < testCount; offset += limits.maxResultsPage) {
    const { tests } = await get<TestResultsPage>(`/test-runs/${runId}/results?offset=${offset}`);
    final += tests.filter(({ status }) => status === 'PASS' || status === 'FAIL').length;
  }
  return final === testCount;
}

async function untilAllFinal(caller: Caller, runId: string): Promise<void> {
  while (!(await allFinal(caller, runId))) await new Promise((resolve) => setTimeout(resolve, lookMs));
}

/** Test results per second, from the agent's first post until a query shows the last of them. */
export async function measureIngestion(bench: Workbench): Promise<Figure[]> {
  const caller = await bench.caller();
  const tests = madeUpTests(testCount, files);
  const [measured, floors]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const agent = await joinAgent(bench, runners);
    const runId = await startRun(bench, agent, tests, runners);
    const streams: string[] = [];
    // The units are claimed before the clock starts, so results are measured and not planning.
    const first = await Promise.all(Array.from({ length: runners }, (_, slot) => agent.claim(slot)));
    const runSlot = async (slot: number, claimed: Assignment | null): Promise<void> => {
      for (let unit = claimed; unit; unit = await agent.claim(slot)) {
        streams.push(`workUnit-${unit.leaseId}`);
        await runUnit(agent, unit);
      }
    };
    const before = await processorTimes(await bench.pids());
    const took = await timed(async () => {
      const slots = Promise.all(first.map((unit, slot) => runSlot(slot, unit)));
      await Promise.race([slots, untilAllFinal(caller, runId)]);
    });
    agent.leave();
    const after = await processorTimes(await bench.pids());
    measured.push(testCount / (took / 1000));
    const floor = await measureStoreFloor(bench, streams, runId, {
      writers: runners,
      batch: agentProtocol.eventsInPost,
      readModel: 'testRunTests',
    });
    floors.push(testCount / (floor / 1000));
    bench.say(`  ${Math.round(measured.at(-1) ?? 0)} results/s; the stores alone ${Math.round(floors.at(-1) ?? 0)}`);
    bench.say(`  processor time: ${processorTimeBetween(before, after)}`);
  }
  return [
    {
      name: `test results ingested, ${testCount.toLocaleString('en')} tests by ${runners} runners`,
      unit: 'results/s',
      measured: median(measured),
      floor: median(floors),
      floorIs: 'same events and documents, straight into both stores',
      aim: 3_000,
    },
  ];
}
