import { agentProtocol } from '@assay/contract';
import type { Figure } from './figures.ts';
import { measureStoreFloor } from './ingestionFloor.ts';
import { ingested, ingestRun } from './ingestRun.ts';
import { processorTimeBetween, processorTimes } from './processorTime.ts';
import { median } from './samples.ts';
import type { Workbench } from './workbench.ts';

const rounds = 3;

/** Test results per second, from the agent's first post until a query shows the last of them. */
export async function measureIngestion(bench: Workbench): Promise<Figure[]> {
  const [measured, floors]: [number[], number[]] = [[], []];
  const rate = (tookMs: number) => ingested.tests / (tookMs / 1000);
  for (let round = 1; round <= rounds; round++) {
    let before = await processorTimes(await bench.pids());
    const { tookMs, runId, streams } = await ingestRun(bench, async () => {
      before = await processorTimes(await bench.pids());
    });
    const after = await processorTimes(await bench.pids());
    measured.push(rate(tookMs));
    const floor = await measureStoreFloor(bench, streams, runId, {
      writers: ingested.runners,
      batch: agentProtocol.eventsInPost,
      readModel: 'testRunTests',
    });
    floors.push(rate(floor));
    bench.say(`  ${Math.round(measured.at(-1) ?? 0)} results/s; the stores alone ${Math.round(floors.at(-1) ?? 0)}`);
    bench.say(`  processor time: ${processorTimeBetween(before, after)}`);
  }
  return [
    {
      name: `test results ingested, ${ingested.tests.toLocaleString('en')} tests by ${ingested.runners} runners`,
      unit: 'results/s',
      measured: median(measured),
      floor: median(floors),
      floorIs: 'same events and documents, straight into both stores',
      aim: 3_000,
    },
  ];
}
