import { setImmediate as turn } from 'node:timers/promises';
import { OpenRuns } from './openRuns.ts';
import type { OpenedRun } from './processHost.ts';

/** A run whose closing ends when the spec says so; everything else of it is left out. */
function runOf(order: string[]) {
  let finish: () => void = () => undefined;
  const closing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = {
    close: async () => {
      order.push('closing');
      await closing;
      order.push('closed');
    },
  } as unknown as OpenedRun;
  return { run, finish: () => finish() };
}

describe('the open runs of an agent', () => {
  it('are closed once, and all are waited for, also one that is being closed', async () => {
    const [order, runs] = [[] as string[], new OpenRuns()];
    const { run, finish } = runOf(order);
    const opened = runs.add(run);
    const first = opened.close();
    const all = runs.closeAll().then(() => order.push('all'));
    await turn();
    expect(order).toEqual(['closing']);
    finish();
    await Promise.all([first, all, opened.close()]);
    expect(order).toEqual(['closing', 'closed', 'all']);
    await runs.closeAll();
    expect(order).toHaveLength(3);
  });
});
