import { metricsToken, type Workbench } from './workbench.ts';

/** @returns the longest delay of the api's event loop since this was last asked for, in milliseconds; 0 below 10 */
export async function longestDelay(bench: Workbench): Promise<number> {
  const answer = await fetch(`${bench.url()}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const longest = /^assay_event_loop_delay_seconds_max (\S+)$/m.exec(await answer.text())?.[1];
  return Number(longest) * 1000;
}
