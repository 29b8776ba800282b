import type { Position } from '@assay/contract';
import type { EventLog } from '@assay/event-log';
import type { AutomationDeps } from './automationDeps.ts';
import { startGroup } from './startGroup.ts';

type SubscriptionOptions = Parameters<EventLog['subscribe']>[0];

const at = (commit: number) => `history-${String(commit).padStart(20, '0')}` as Position;

describe('a group of policies', () => {
  it('writes no checkpoint for each batch that has nothing for it, and the last one when it stops', async () => {
    const written: string[] = [];
    let take: SubscriptionOptions['onBatch'] = async () => undefined;
    const deps = {
      eventLog: {
        subscribe: ({ onBatch }: SubscriptionOptions) => {
          take = onBatch;
          return { stop: async () => undefined, ended: Promise.resolve() };
        },
      },
      operations: { checkpoints: { write: async (_: string, position: string) => void written.push(position) } },
      log: { warn: () => undefined },
    } as unknown as AutomationDeps;
    const group = startGroup({ name: 'idle', checkpoint: 'idle', policies: [] }, deps, 'start', Promise.resolve(true));
    const batches = 500;
    for (let commit = 1; commit <= batches; commit++) await take({ events: [], position: at(commit) });
    await group.stop();
    expect(written[0]).toBe(at(1));
    expect(written.at(-1)).toBe(at(batches));
    // A few, should the machine take seconds for this.
    expect(written.length).toBeLessThan(batches / 10);
  });
});
