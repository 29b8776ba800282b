import type { Assignment, ListedTest, TestId } from '@assay/contract';
import { joinAgent } from './honestAgent.ts';
import { finished, started } from './madeUpEvents.ts';
import { startRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

/** One result per this many milliseconds: 20 a second, like a few runners of a small team. */
const betweenResultsMs = 50;
const patienceMs = 5_000;
/** For many changes at once, a message would only say that there are many. */
const startedAtOnce = 20;

/** Times in milliseconds since the epoch, the same clock as in this machine's browser. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** When the latest change of a test was noticed; undefined before the first. */
export type Watcher = { noticed: (testId: TestId) => Promise<number | undefined> };

/** @returns when the test was noticed, at or after the given time. */
async function noticedSince({ noticed }: Watcher, testId: TestId, since: number): Promise<number> {
  for (;;) {
    const at = await noticed(testId);
    if (at !== undefined && at >= since) return at;
    if (now() > since + patienceMs) throw new Error('a result was never noticed');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Runs tests at a light load: one runner, all tests started, then one result after the other.
 * @param watch called once the run's tests are listed, before the first result
 * @returns milliseconds from each post to when the watcher noticed it
 */
export async function latenciesAtLightLoad(
  bench: Workbench,
  tests: readonly ListedTest[],
  watch: (runId: string) => Promise<Watcher>,
): Promise<number[]> {
  const agent = await joinAgent(bench, 1);
  const runId = await startRun(bench, agent, tests, 1);
  const latencies: number[] = [];
  let watcher: Watcher | null = null;
  for (let left = tests.length; left > 0; ) {
    const unit: Assignment | null = await agent.claim(0);
    if (!unit) throw new Error('the run has ended early');
    watcher ??= await watch(runId);
    // Changes noticed after these are results.
    for (let at = 0; at < unit.tests.length; at += startedAtOnce) {
      const begun = now();
      const next = unit.tests.slice(at, at + startedAtOnce);
      await agent.post(
        unit,
        next.map(({ testId }) => started(testId)),
      );
      for (const { testId } of next) await noticedSince(watcher, testId, begun);
    }
    const posted = new Map<TestId, number>();
    for (const { testId } of unit.tests) {
      const due = now() + betweenResultsMs;
      posted.set(testId, now());
      await agent.post(unit, [finished(testId, 0)]);
      left -= 1;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - now())));
    }
    for (const [testId, at] of posted) latencies.push((await noticedSince(watcher, testId, at)) - at);
    await agent.post(unit, [{ type: 'unitCompleted', problem: null }]);
  }
  agent.leave();
  return latencies;
}
