import {
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import { happened } from '../../support/happened.ts';
import {
  type EventStoreUnderTest,
  errorOf,
  eventStoreUnderTest,
  newStream,
  numbered,
  take,
} from './eventStoreUnderTest.ts';

describe('filtering $all', () => {
  let store: EventStoreUnderTest;
  let start: Position | undefined;
  const key = newStream('f').replaceAll('-', '');
  const name = (rest: string) => `${key}_${rest}`;

  beforeAll(async () => {
    store = await eventStoreUnderTest();
    start = (await store.client.appendToStream(newStream(), numbered(1))).position;
    await store.client.appendToStream(name('orders-1'), numbered(2, 0, `${key}Ordered`));
    await store.client.appendToStream(name('users-1'), numbered(2, 10, `${key}Invited`));
    await store.client.setStreamMetadata(name('orders-1'), { custom: key });
    await store.client.appendToStream(name('orders-2'), numbered(2, 20, `${key}Shipped`));
    await store.client.appendToStream(name('last'), numbered(1, 99, `${key}Last`));
  });
  afterAll(() => store.stop());

  const numbersOf = async (count: number, filter: Filter) =>
    (await take(count, store.client.subscribeToAll({ fromPosition: start, filter }))).map(({ event }) => event?.data);
  const data = (...numbers: number[]) => numbers.map((n) => ({ n }));

  it('by a prefix of stream names', async () => {
    const filter = streamNameFilter({ prefixes: [name('orders'), name('last')] });
    expect(await numbersOf(5, filter)).toEqual(data(0, 1, 20, 21, 99));
  });

  it('by a regular expression on stream names', async () => {
    const filter = streamNameFilter({ regex: `^${key}_(orders-2|users-\\d|last)$` });
    expect(await numbersOf(5, filter)).toEqual(data(10, 11, 20, 21, 99));
  });

  it('by a prefix of event types', async () => {
    const filter = eventTypeFilter({ prefixes: [`${key}I`, `${key}L`] });
    expect(await numbersOf(3, filter)).toEqual(data(10, 11, 99));
  });

  it('by a regular expression that may match anywhere in the type', async () => {
    expect(await numbersOf(3, eventTypeFilter({ regex: `${key}(Ship|Last)` }))).toEqual(data(20, 21, 99));
  });

  it('leaves system events out', async () => {
    expect(await numbersOf(7, excludeSystemEvents())).toEqual(data(0, 1, 10, 11, 20, 21, 99));
  });

  it('continues with live events', async () => {
    const filter = streamNameFilter({ prefixes: [name('live')] });
    const subscription = store.client.subscribeToAll({ fromPosition: END, filter });
    const taken = take(2, subscription);
    await happened(subscription, 'caughtUp');
    for (const n of [1, 2]) {
      await store.client.appendToStream(name('other'), numbered(3));
      await store.client.appendToStream(name('live-1'), numbered(1, n));
    }
    expect((await taken).map(({ event }) => event?.data)).toEqual(data(1, 2));
  });

  it('sends checkpoints although nothing matches', async () => {
    const reached: bigint[] = [];
    let enough: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const subscription = store.client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({
        prefixes: ['nothing-is-called-so'],
        maxSearchWindow: 8,
        checkpointInterval: 2,
        checkpointReached: async (_, position) => {
          reached.push(position.commit);
          if (reached.length === 3) enough();
        },
      }),
    });
    subscription.resume();
    await happened(subscription, 'caughtUp');
    let last: bigint | undefined;
    for (let n = 0; n < 64; n += 1) {
      last = (await store.client.appendToStream(name('skipped'), numbered(1, n))).position?.commit;
    }
    await done;
    expect(reached).toEqual([...reached].sort((a, b) => Number(a - b)));
    expect(reached.every((position) => position <= (last ?? 0n))).toBe(true);
    await subscription.unsubscribe();
  });

  it('can be resumed at a checkpoint without losing an event', async () => {
    const stream = name('resumed');
    const from = (await store.client.appendToStream(name('before'), numbered(1))).position;
    await store.client.appendToStream(stream, numbered(100));
    let checkpoint: Position | undefined;
    const filter = streamNameFilter({
      prefixes: [stream],
      checkpointReached: async (_, position) => {
        checkpoint ??= position;
      },
    });
    const all = await take(100, store.client.subscribeToAll({ fromPosition: from, filter }));
    const beforeCheckpoint = all.filter(({ event }) => (event?.position?.commit ?? 0n) <= (checkpoint?.commit ?? 0n));
    expect(beforeCheckpoint.length).toBeGreaterThan(0);
    const rest = await take(
      100 - beforeCheckpoint.length,
      store.client.subscribeToAll({ fromPosition: checkpoint, filter: streamNameFilter({ prefixes: [stream] }) }),
    );
    expect([...beforeCheckpoint, ...rest].map(({ event }) => event?.revision)).toEqual(
      all.map(({ event }) => event?.revision),
    );
  });

  it('refuses an expression it cannot run', async () => {
    const subscription = store.client.subscribeToAll({ filter: streamNameFilter({ regex: '(unclosed' }) });
    expect(await errorOf(take(1, subscription))).toBeInstanceOf(Error);
  });
});
