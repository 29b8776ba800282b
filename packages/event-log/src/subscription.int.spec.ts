import type { ProjectId, TestId } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { eventually } from '../../../test/support/eventually.ts';
import { type StoresUnderTest, signedBy, startStores } from '../../../test/support/storesUnderTest.ts';
import { type Batch, type EventLog, newId, type RecordedEvent, type Subscription } from './index.ts';

const dequarantined = (testId: string): DomainEvent => ({
  type: 'TestDequarantined',
  data: { projectId: 'shop' as ProjectId, testId: testId as TestId },
});
const quarantined = (testId: string): DomainEvent => ({
  type: 'TestQuarantined',
  data: { projectId: 'shop' as ProjectId, testId: testId as TestId, file: 'cart', name: testId, reason: null },
});
const testOf = (event: RecordedEvent): string | null => (event.type === 'TestDequarantined' ? event.data.testId : null);

/** Collects what a subscription hands over; `onBatch` may be held up. */
class Collector {
  readonly batches: Batch[] = [];
  readonly connections: boolean[] = [];
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => undefined;
  busy = 0;
  maxBusy = 0;

  readonly onConnection = (connected: boolean) => {
    this.connections.push(connected);
  };
  readonly onBatch = async (batch: Batch) => {
    this.busy += 1;
    this.maxBusy = Math.max(this.maxBusy, this.busy);
    this.batches.push(batch);
    await this.#gate;
    this.busy -= 1;
  };

  get events(): RecordedEvent[] {
    return this.batches.flatMap(({ events }) => events);
  }
  /** The tests spoken of, of those whose name begins so. */
  tests(prefix: string): string[] {
    return this.events.flatMap((event) => testOf(event) ?? []).filter((test) => test.startsWith(prefix));
  }
  hold(): void {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }
  release(): void {
    this.#gate = Promise.resolve();
    this.#open();
  }
}

describe('a subscription', () => {
  let stores: StoresUnderTest;
  let log: EventLog;
  const running: Subscription[] = [];
  beforeAll(async () => {
    stores = await startStores();
    log = stores.eventLog;
  });
  afterAll(() => stores.stop());
  afterEach(async () => {
    await Promise.all(running.splice(0).map((subscription) => subscription.stop()));
  });

  const follow = (collector: Collector, from: Batch['position'] | 'start' | 'end', batchSize?: number) => {
    const { onBatch, onConnection } = collector;
    const subscription = log.subscribe({
      from,
      onBatch,
      onConnection,
      ...(batchSize === undefined ? {} : { batchSize }),
    });
    running.push(subscription);
    return subscription;
  };
  /** Appends so many facts, named `<prefix>-000`, `<prefix>-001` …, some in one append and some alone. */
  const write = async (prefix: string, count: number) => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(3, '0')}`);
    for (let start = 0; start < count; start += 7) {
      const facts = names.slice(start, start + 7).map(dequarantined);
      await log.append(`notes-${newId()}`, -1, facts, signedBy('ada'));
    }
    return names;
  };

  it('delivers everything from the start, in order, with growing positions', async () => {
    const names = await write('start', 60);
    const collector = new Collector();
    follow(collector, 'start');
    await eventually(() => collector.tests('start').length === 60);
    expect(collector.events[0]).toMatchObject({ type: 'EventLogOpened', revision: 0 });
    expect(collector.tests('start')).toEqual(names);
    const positions = collector.events.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort());
  });

  it('delivers only new events from the end on', async () => {
    await write('before', 5);
    const collector = new Collector();
    follow(collector, 'end');
    await eventually(() => collector.connections.includes(true));
    const names = await write('after', 5);
    await eventually(() => collector.tests('after').length === 5);
    expect(collector.events.map(testOf)).toEqual(names);
  });

  it('goes on right after a position', async () => {
    const names = await write('resumed', 30);
    const all = new Collector();
    follow(all, 'start');
    await eventually(() => all.tests('resumed').length === 30);
    const at = all.events.filter((event) => testOf(event)?.startsWith('resumed'));
    for (const place of [0, 6, 13, 28]) {
      const collector = new Collector();
      const position = at[place]?.position;
      if (position === undefined) throw new Error('the fact is there');
      follow(collector, position);
      await eventually(() => collector.tests('resumed').length >= 29 - place);
      expect(collector.tests('resumed')).toEqual(names.slice(place + 1));
    }
  });

  it('goes on after the position of any batch without losing or repeating one', async () => {
    const names = await write('batched', 40);
    const first = new Collector();
    follow(first, 'start', 11);
    await eventually(() => first.tests('batched').length === 40);
    const batch = first.batches.find(({ events }) => events.some((event) => testOf(event) === 'batched-010'));
    if (!batch) throw new Error('the fact is there');
    const second = new Collector();
    follow(second, batch.position, 11);
    const seen = first.batches.slice(0, first.batches.indexOf(batch) + 1).flatMap(({ events }) => events.map(testOf));
    const left = names.filter((name) => !seen.includes(name));
    await eventually(() => second.tests('batched').length >= left.length);
    expect(second.tests('batched')).toEqual(left);
  });

  it('starts over with a position of another history', async () => {
    const names = await write('epoch', 3);
    const collector = new Collector();
    follow(collector, 'ffffffff-00000000000000000001' as Batch['position']);
    await eventually(() => collector.tests('epoch').length === 3);
    expect(collector.events[0]?.type).toBe('EventLogOpened');
    expect(collector.tests('epoch')).toEqual(names);
  });

  it('catches up and goes live without a gap or a repetition while others write', async () => {
    const past = await write('past', 100);
    const collector = new Collector();
    const writers = [0, 1, 2, 3].map((writer) => write(`now-${writer}`, 60));
    follow(collector, 'start', 20);
    const present = await Promise.all(writers);
    await eventually(() => collector.tests('now').length >= 240);
    expect(collector.tests('past')).toEqual(past);
    for (const [writer, names] of present.entries()) expect(collector.tests(`now-${writer}`)).toEqual(names);
    const positions = collector.events.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort());
  });

  it('delivers one batch at a time, none larger than the limit, each with its last position', async () => {
    await write('bounded', 90);
    const collector = new Collector();
    follow(collector, 'start', 10);
    await eventually(() => collector.tests('bounded').length === 90);
    expect(collector.maxBusy).toBe(1);
    for (const { events, position } of collector.batches) {
      expect(events.length).toBeLessThanOrEqual(10);
      expect(position >= (events.at(-1)?.position ?? '')).toBe(true);
    }
    const ends = collector.batches.map(({ position }) => position);
    expect([...ends].sort()).toEqual(ends);
  });

  it('gathers events into one batch while the consumer works', async () => {
    const collector = new Collector();
    follow(collector, 'end');
    await eventually(() => collector.connections.includes(true));
    collector.hold();
    await write('first', 1);
    await eventually(() => collector.busy === 1);
    const names = await write('gathered', 50);
    collector.release();
    await eventually(() => collector.tests('gathered').length === 50);
    expect(collector.tests('gathered')).toEqual(names);
    expect(collector.batches.filter(({ events }) => events.length > 0).length).toBeLessThan(50);
  });

  it('waits for a slow consumer, whatever the backlog, and loses nothing', async () => {
    const names = await write('many', 400);
    const collector = new Collector();
    collector.hold();
    follow(collector, 'start', 5);
    await eventually(() => collector.busy === 1);
    collector.release();
    await eventually(() => collector.tests('many').length >= 400);
    expect(collector.tests('many')).toEqual(names);
  });

  it('reports its position even when no event of ours comes', async () => {
    await write('head', 1);
    const head = await log.head();
    const collector = new Collector();
    follow(collector, 'start');
    await eventually(() => (collector.batches.at(-1)?.position ?? '') >= (head?.position ?? 'z'));
  });

  it('delivers only the requested types, and reports its position past the others', async () => {
    await write('passed-over', 350);
    const reached = await log.head();
    await log.append(`notes-${newId()}`, -1, [quarantined('asked-for')], signedBy('ada'));
    await write('passed-over', 350);
    const collector = new Collector();
    const { onBatch } = collector;
    running.push(log.subscribe({ from: 'start', types: ['TestQuarantined'], onBatch }));
    await eventually(() => collector.events.length > 0 && collector.batches.at(-1)?.events.length === 0);
    expect(collector.events.map(({ type }) => type)).toEqual(['TestQuarantined']);
    expect(String(collector.batches.at(-1)?.position) > String(reached?.position)).toBe(true);
  });

  it('ends with the error of its consumer, and delivers nothing more', async () => {
    await write('failing', 30);
    let calls = 0;
    const subscription = log.subscribe({
      from: 'start',
      batchSize: 10,
      onBatch: async () => {
        calls += 1;
        if (calls === 2) throw new Error('the consumer is broken');
      },
    });
    await expect(subscription.ended).rejects.toThrow('the consumer is broken');
    expect(calls).toBe(2);
    await subscription.stop();
  });

  it('ends at an event that this version does not know, rather than skip it', async () => {
    const other = await startStores();
    try {
      const { jsonEvent } = await import('@eventstore/db-client');
      const newer = jsonEvent({ type: 'FromTheFuture', data: {}, metadata: { schemaVersion: 1 } });
      await other.rawEvents.appendToStream('notes-future', newer);
      const collector = new Collector();
      const subscription = other.eventLog.subscribe({ from: 'start', onBatch: collector.onBatch });
      await expect(subscription.ended).rejects.toThrow(/FromTheFuture/);
      expect(collector.events.map(({ type }) => type)).toEqual(['EventLogOpened']);
    } finally {
      await other.stop();
    }
  });

  it('resolves when it is stopped, after the batch under way', async () => {
    await write('stopped', 1);
    const collector = new Collector();
    collector.hold();
    const subscription = log.subscribe({ from: 'start', onBatch: collector.onBatch, batchSize: 1 });
    await eventually(() => collector.busy === 1);
    const stopped = subscription.stop();
    collector.release();
    await stopped;
    await expect(subscription.ended).resolves.toBeUndefined();
    expect(collector.batches).toHaveLength(1);
  });
});

describe('when the store restarts, a subscription', () => {
  let stores: StoresUnderTest;
  const running: Subscription[] = [];
  beforeAll(async () => {
    stores = await startStores();
  });
  afterAll(() => stores.stop());
  afterEach(async () => {
    await Promise.all(running.splice(0).map((subscription) => subscription.stop()));
  });
  const follow = ({ onBatch, onConnection }: Collector, from: 'start' | 'end') => {
    const subscription = stores.eventLog.subscribe({ from, onBatch, onConnection });
    running.push(subscription);
    return subscription;
  };
  const note = (name: string) =>
    eventually(() => stores.eventLog.append(`notes-${newId()}`, -1, [dequarantined(name)], signedBy('ada')));

  it('goes on where it was, without losing or repeating an event', async () => {
    const [all, fresh] = [new Collector(), new Collector()];
    const { eventLog } = stores;
    follow(all, 'start');
    follow(fresh, 'end');
    await eventually(() => fresh.connections.includes(true));
    await eventLog.append(`notes-${newId()}`, -1, [dequarantined('one')], signedBy('ada'));
    await eventually(() => all.tests('').length === 1 && fresh.tests('').length === 1);

    await stores.stopEventStore();
    await eventually(() => all.connections.at(-1) === false && fresh.connections.at(-1) === false);
    await stores.startEventStoreAgain();
    await note('two');
    await note('three');
    await eventually(() => all.tests('').length >= 3 && fresh.tests('').length >= 3);
    expect(all.tests('')).toEqual(['one', 'two', 'three']);
    expect(fresh.tests('')).toEqual(['one', 'two', 'three']);
    expect(all.connections.at(-1)).toBe(true);
  });

  it('that started at the end and has seen nothing yet still gets what came during the outage', async () => {
    const collector = new Collector();
    follow(collector, 'end');
    await eventually(() => collector.connections.includes(true));
    await stores.stopEventStore();
    await eventually(() => collector.connections.at(-1) === false);
    await stores.startEventStoreAgain();
    await note('meanwhile');
    await eventually(() => collector.tests('').includes('meanwhile'));
    expect(collector.tests('')).toEqual(['meanwhile']);
  });

  it('can be stopped while the store is away', async () => {
    const collector = new Collector();
    const subscription = follow(collector, 'start');
    await eventually(() => collector.connections.includes(true));
    await stores.stopEventStore();
    await eventually(() => collector.connections.at(-1) === false);
    await subscription.stop();
    await expect(subscription.ended).resolves.toBeUndefined();
    await stores.startEventStoreAgain();
  });
});
