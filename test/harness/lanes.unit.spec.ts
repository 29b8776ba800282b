import { runInLanes } from './lanes.mjs';

/** A run whose tests end, and whose cores are measured, when the test says so. */
function started(names: readonly string[], cores: number) {
  const running = new Map<string, () => void>();
  const measurements: ((idle: number) => void)[] = [];
  const run = (name: string) => new Promise<void>((resolve) => running.set(name, resolve));
  const idleness = () => new Promise<number>((resolve) => measurements.push(resolve));
  const done = runInLanes(names, run, cores, idleness);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    done,
    running: () => [...running.keys()],
    async end(name: string) {
      running.get(name)?.();
      running.delete(name);
      await settle();
    },
    async measure(idle: number) {
      measurements.shift()?.(idle);
      await settle();
    },
    get measured() {
      return measurements.length;
    },
  };
}

describe('the workers of a test run', () => {
  it('are one for each core, and take the next spec when they have ended one', async () => {
    const run = started(['a', 'b', 'c', 'd'], 2);
    expect(run.running()).toEqual(['a', 'b']);
    await run.end('a');
    expect(run.running()).toEqual(['b', 'c']);
  });

  it('are one more for every two cores, which begins a spec only while enough of the cores is idle', async () => {
    const run = started(['a', 'b', 'c', 'd', 'e'], 2);
    expect(run.measured).toBe(1);
    await run.measure(0.29);
    expect(run.running()).toEqual(['a', 'b']);
    await run.measure(0.3);
    expect(run.running()).toEqual(['a', 'b', 'c']);
    // Not measured again before its spec has ended.
    expect(run.measured).toBe(0);
    await run.end('c');
    expect(run.measured).toBe(1);
    expect([1, 3, 4].map((cores) => started(['a', 'b', 'c', 'd', 'e'], cores).measured)).toEqual([0, 1, 2]);
  });

  it('have all ended when no spec is left, whatever was measured last', async () => {
    const run = started(['a', 'b', 'c'], 2);
    await run.end('a');
    await run.measure(1);
    await run.end('b');
    await run.end('c');
    await run.done;
    expect(run.running()).toEqual([]);
    expect(await Promise.race([started([], 2).done.then(() => 'done')])).toBe('done');
  });
});
