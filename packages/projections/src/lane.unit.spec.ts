import { LruCache } from '@assay/concurrency';
import type { Position } from '@assay/contract';
import type { Batch } from '@assay/event-log';
import { eventually } from '../../../test/support/eventually.ts';
import { openLane } from './lane.ts';
import { type Notice, type ProjectionTier, projectedTopic, type ReadModelDocument } from './projection.ts';
import { projectionList } from './projectionList.ts';
import type { ProjectionStates } from './projectionStates.ts';
import type { Target } from './target.ts';

const at = (commit: number) => `history-${String(commit).padStart(20, '0')}` as Position;
const batch = (commit: number): Batch => ({ events: [], position: at(commit) });

/** What a read model of a lane has beside its collection. */
const openParts = () => ({
  cache: new LruCache<string, ReadModelDocument>(1),
  outgrown: new Set<string>(),
  log: { error: () => undefined },
});

/** A lane with one read model and no events for it, so that nothing is written but what is noted here. */
function openTestLane(tier: ProjectionTier, share = 10) {
  const written: Position[] = [];
  const told: { position: Position | null; at: number }[] = [];
  const lane = openLane({
    tier,
    recorder: null,
    share,
    kept: 40,
    keptLength: 1_000_000,
    subscribe: () => ({ stop: async () => undefined, ended: Promise.resolve() }),
    fail: () => undefined,
    revealPersonalData: async (event) => event,
    states: { writePosition: async (_, position) => void written.push(position) } as ProjectionStates,
    publish: async (notices: Notice[]) => {
      for (const { topic, position } of notices) {
        if (topic === projectedTopic) told.push({ position, at: performance.now() });
      }
    },
    log: { warn: () => undefined },
  });
  for (const projection of projectionList.slice(0, 1)) {
    lane.live.set(projection.name, { projection, collection: {} as Target['collection'], ...openParts() });
  }
  return { lane, written, told };
}

describe('a lane', () => {
  it.each([
    ['prompt', 25],
    ['trailing', 100],
  ] as const)('that is %s waits between batches, so that more comes in the meantime', async (tier, periodMs) => {
    const { lane, told } = openTestLane(tier);
    const began = performance.now();
    await lane.take(batch(3));
    await lane.take(batch(4));
    expect(told.map(({ position }) => position)).toEqual([at(3), at(4)]);
    // A timer may be a moment early.
    expect((told.at(-1)?.at ?? 0) - began).toBeGreaterThanOrEqual(periodMs - 2);
  });

  it('writes its checkpoint when it stops, at the latest', async () => {
    const { lane, written } = openTestLane('prompt');
    for (const commit of [1, 2, 3]) await lane.take(batch(commit));
    await lane.stop();
    expect(written[0]).toBe(at(1));
    expect(written.at(-1)).toBe(at(3));
    expect(lane.position()).toBe(at(3));
  });

  it('writes summaries last: a finished run has all of its results', async () => {
    const order: string[] = [];
    const { lane } = openTestLane('prompt');
    lane.live.clear();
    const wanted = ['testRunSummaries', 'testRunTests', 'testRunDetails'];
    for (const projection of projectionList.filter(({ name }) => wanted.includes(name))) {
      // Stands in for a collection that answers when everybody who is to begin has begun, and holds nothing.
      async function* find() {
        order.push(`${projection.name} begins`);
        await new Promise(setImmediate);
        order.push(`${projection.name} ends`);
        yield* [];
      }
      lane.live.set(projection.name, {
        projection: { ...projection, idsOf: () => ['document'], evolve: (document) => document },
        collection: { find } as unknown as Target['collection'],
        ...openParts(),
      });
    }
    const event = {
      position: at(1),
      type: 'TestRunFinished',
      envelope: { accountId: null },
    } as Batch['events'][number];
    await lane.take({ events: [event], position: at(1) });
    expect(order).toHaveLength(2 * wanted.length);
    expect(order.slice(-2)).toEqual(['testRunSummaries begins', 'testRunSummaries ends']);
  });

  it('shows what others did while a turn of an account that is behind takes long', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const looked: string[] = [];
    // Stands in for a collection that holds nothing, and answers the busy account once and then not for a while.
    async function* find({ _id: { $in: ids } }: { _id: { $in: string[] } }) {
      if (looked.includes('busy') && ids.includes('busy')) await held;
      looked.push(...ids);
      yield* [];
    }
    const { lane } = openTestLane('prompt', 1);
    for (const projection of projectionList.filter(({ name }) => name === 'projects')) {
      lane.live.set(projection.name, {
        projection: {
          ...projection,
          idsOf: ({ envelope }) => (envelope.accountId === null ? [] : [envelope.accountId]),
          evolve: (document) => document,
        },
        collection: { find } as unknown as Target['collection'],
        ...openParts(),
      });
    }
    const event = (accountId: string, commit: number) =>
      ({ position: at(commit), type: 'ProjectCreated', envelope: { accountId }, data: {} }) as Batch['events'][number];
    await lane.take({ events: [event('busy', 1), event('busy', 2), event('busy', 3)], position: at(3) });
    await lane.take({ events: [event('other', 4), event('busy', 5)], position: at(5) });
    expect(looked).toEqual(['busy', 'other']);
    expect([lane.front(), lane.position()]).toEqual([at(5), at(1)]);
    letGo();
    await eventually(() => lane.position() === at(5));
    expect(looked).toEqual(['busy', 'other', 'busy', 'busy', 'busy']);
    await lane.stop();
  });
});
