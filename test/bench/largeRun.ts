import type { TestRunView } from '@assay/contract';
import type { Figure } from './figures.ts';
import { joinAgent, madeUpTests } from './honestAgent.ts';
import { residentMegabytes } from './memory.ts';
import { runUnit } from './runUnit.ts';
import { timed } from './samples.ts';
import { startRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

const testCount = 100_000;
const files = 2_000;
const runners = 8;
/** Memory is measured whenever another such share of the tests has its result. */
const looks = 5;

/** MB of one process: outside mapped files according to the system, and live after a collection. */
type Memory = { resident: number; live: number };
type Sample = Record<string, Memory>;

/** Each collection costs the measurement some time, so there are few. */
async function sampleMemory(bench: Workbench): Promise<Sample> {
  const entries = Object.entries(await bench.pids()).map(async ([name, pid]) => {
    const resident = await residentMegabytes(pid);
    const live = await bench.liveMegabytes(pid);
    return [name, { resident: resident ? resident.all - resident.files : 0, live: live ?? 0 }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** One run with very many tests from its list to its verdict, and whether resource use grows with its progress. */
export async function measureLargeRun(bench: Workbench): Promise<Figure[]> {
  const { get } = await bench.caller();
  const agent = await joinAgent(bench, runners);
  const samples: Sample[] = [];
  let tookMs = 0;
  try {
    const runId = await startRun(bench, agent, madeUpTests(testCount, files), runners);
    let done = 0;
    let looked = 0;
    const runSlot = async (slot: number): Promise<void> => {
      for (let unit = await agent.claim(slot); unit; unit = await agent.claim(slot)) {
        await runUnit(agent, unit);
        done += unit.tests.length;
        if (done < ((looked + 1) * testCount) / looks) continue;
        looked = Math.floor((done * looks) / testCount);
        const sample = await sampleMemory(bench);
        samples.push(sample);
        const said = Object.entries(sample).map(
          ([name, { resident, live }]) => `${name} ${resident.toFixed(0)} (live ${live.toFixed(0)})`,
        );
        bench.say(`  ${done} results: ${said.join(', ')} MB`);
      }
    };
    const slots = Promise.all(Array.from({ length: runners }, (_, slot) => runSlot(slot)));
    const ended = async () => {
      for (;;) {
        const { status, remainingTests } = await get<TestRunView>(`/test-runs/${runId}`);
        if (status === 'FAIL' && remainingTests === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    };
    tookMs = await timed(() => Promise.race([slots, ended()]));
  } finally {
    agent.leave();
  }
  const before = samples[Math.floor(samples.length / 2)] ?? {};
  const last = samples.at(-1) ?? {};
  const atTheEnd = `at the end of ${testCount.toLocaleString('en')} tests`;
  const figure = (name: string, megabytes: number, was: number): Figure => ({
    name,
    unit: 'MB',
    measured: { p50: megabytes },
    floor: { p50: was },
    floorIs: 'the same after 60,000',
  });
  const memory = Object.entries(last).flatMap(([name, { resident, live }]) => [
    figure(`memory of the ${name} outside mapped files, ${atTheEnd}`, resident, before[name]?.resident ?? resident),
    figure(`  of it after a collection`, live, before[name]?.live ?? live),
  ]);
  const wholeRun: Figure = {
    name: `results of one run of ${testCount.toLocaleString('en')} tests, until its verdict`,
    unit: 'results/s',
    measured: { p50: testCount / (tookMs / 1000) },
    floor: null,
    floorIs: '',
  };
  return [wholeRun, ...memory];
}
