import type { Figure } from './figures.ts';
import { processorTimes } from './processorTime.ts';
import { untilQuiet } from './untilQuiet.ts';
import { metricsToken, type Workbench } from './workbench.ts';

const calls = 1_000;

/** @returns how many requests of callers' work the api has sent to the document store so far */
async function storeCommands(bench: Workbench): Promise<number> {
  const answer = await fetch(`${bench.url()}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const counts = (await answer.text()).matchAll(
    /^assay_store_request_duration_seconds_count\{[^}]*store="documentStore"[^}]*\} (\d+)/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Processor time of the api and the document store, and commands that the document store gets, for each of many calls. */
export async function measureCallCost(bench: Workbench, name: string, call: () => Promise<unknown>): Promise<Figure[]> {
  await untilQuiet(bench);
  const pids = await bench.pids();
  const spentMs = async () => {
    const times = await processorTimes(pids);
    return 1000 * ((times.api ?? 0) + (times['document store'] ?? 0));
  };
  const [spent, commands] = [await spentMs(), await storeCommands(bench)];
  for (let count = 0; count < calls; count++) await call();
  const [spentThen, commandsThen] = [await spentMs(), await storeCommands(bench)];
  const noFloor = { floor: null, floorIs: '' };
  return [
    { name: `${name}: processor time`, unit: 'ms', measured: { p50: (spentThen - spent) / calls }, ...noFloor },
    {
      name: `${name}: commands to the document store`,
      unit: 'x',
      measured: { p50: (commandsThen - commands) / calls },
      ...noFloor,
    },
  ];
}
