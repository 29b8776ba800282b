import { processorTimes } from './processorTime.ts';
import type { Workbench } from './workbench.ts';

const lookMs = 500;
/** Seconds of processor time that all processes may use between two polls and still count as idle. */
const quiet = 0.1;
const usualPatienceMs = 120_000;

/**
 * Resolves once the installation has finished its pending work and is idle.
 * @param patienceMs how long that may take
 */
export async function untilQuiet(bench: Workbench, patienceMs = usualPatienceMs): Promise<void> {
  const pids = await bench.pids();
  const until = performance.now() + patienceMs;
  for (let before = await processorTimes(pids); ; ) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    const after = await processorTimes(pids);
    const used = Object.entries(after).reduce((sum, [name, seconds]) => sum + seconds - (before[name] ?? 0), 0);
    if (used <= quiet) return;
    if (performance.now() > until) throw new Error('the installation does not come to rest');
    before = after;
  }
}
