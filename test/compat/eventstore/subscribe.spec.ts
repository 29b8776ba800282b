import { END, excludeSystemEvents, START, StreamDeletedError } from '@eventstore/db-client';
import { happened } from '../../support/happened.ts';
import {
  collect,
  type EventStoreUnderTest,
  eventStoreUnderTest,
  newStream,
  numbered,
  revisionsOf,
  take,
} from './eventStoreUnderTest.ts';

describe('subscribing', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  it('receives a stream from its start, then live events', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(3));
    const subscription = store.client.subscribeToStream(stream);
    const taken = take(5, subscription);
    await happened(subscription, 'caughtUp');
    await store.client.appendToStream(stream, numbered(2, 3));
    expect(revisionsOf(await taken)).toEqual([0n, 1n, 2n, 3n, 4n]);
  });

  it('receives the events of a stream that does not exist yet', async () => {
    const stream = newStream();
    const subscription = store.client.subscribeToStream(stream);
    const taken = take(1, subscription);
    await happened(subscription, 'caughtUp');
    await store.client.appendToStream(stream, numbered(1));
    expect(revisionsOf(await taken)).toEqual([0n]);
  });

  it('receives only events after the revision it names', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(5));
    const taken = await take(2, store.client.subscribeToStream(stream, { fromRevision: 2n }));
    expect(revisionsOf(taken)).toEqual([3n, 4n]);
  });

  it('receives only events written after the end', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(5));
    const subscription = store.client.subscribeToStream(stream, { fromRevision: END });
    const taken = take(1, subscription);
    await happened(subscription, 'caughtUp');
    await store.client.appendToStream(stream, numbered(1, 5));
    expect(revisionsOf(await taken)).toEqual([5n]);
  });

  it('is told when its stream is tombstoned', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(1));
    const subscription = store.client.subscribeToStream(stream);
    subscription.resume();
    await happened(subscription, 'caughtUp');
    const failed = happened(subscription, 'error');
    await store.client.tombstoneStream(stream);
    expect((await failed)[0]).toBeInstanceOf(StreamDeletedError);
  });

  it('goes from history to live events without a gap or a repetition while others write', async () => {
    const streams = Array.from({ length: 8 }, () => newStream('handover'));
    const perStream = 150;
    const start = await store.client.appendToStream(newStream(), numbered(1));
    const write = async (stream: string) => {
      for (let n = 0; n < perStream; n += 1) await store.client.appendToStream(stream, numbered(1, n));
    };
    const writing = streams.map(write);
    const seen = new Map<string, bigint[]>(streams.map((stream) => [stream, []]));
    const positions: bigint[] = [];
    for await (const { event } of store.client.subscribeToAll({ fromPosition: start.position })) {
      const revisions = event && seen.get(event.streamId);
      if (!revisions) continue;
      revisions.push(event.revision);
      positions.push(event.position?.commit ?? -1n);
      if (positions.length === streams.length * perStream) break;
    }
    await Promise.all(writing);
    const expected = Array.from({ length: perStream }, (_, n) => BigInt(n));
    for (const revisions of seen.values()) expect(revisions).toEqual(expected);
    expect(positions).toEqual([...positions].sort((a, b) => Number(a - b)));
  });

  it('gives many subscribers of one stream the same events', async () => {
    const stream = newStream();
    const subscriptions = Array.from({ length: 10 }, () => store.client.subscribeToStream(stream));
    const taken = subscriptions.map((subscription) => take(50, subscription));
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.client.appendToStream(stream, numbered(1, n))));
    for (const events of await Promise.all(taken)) {
      expect(revisionsOf(events)).toEqual(Array.from({ length: 50 }, (_, n) => BigInt(n)));
    }
  });

  it('starts in $all after the position it names', async () => {
    const stream = newStream();
    const first = await store.client.appendToStream(stream, numbered(1, 0));
    const second = await store.client.appendToStream(stream, numbered(1, 1));
    const [next] = await take(1, store.client.subscribeToAll({ fromPosition: first.position }));
    expect(next?.event?.position).toEqual(second.position);
  });

  it('starts at the end of $all', async () => {
    const subscription = store.client.subscribeToAll({ fromPosition: END });
    const taken = take(1, subscription);
    await happened(subscription, 'caughtUp');
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(1));
    expect((await taken)[0]?.event?.streamId).toBe(stream);
  });

  it('receives $all from the very start', async () => {
    const [first] = await take(1, store.client.subscribeToAll({ fromPosition: START }));
    const [read] = await collect(store.client.readAll({ maxCount: 1 }));
    expect(first?.event?.id).toBe(read?.event?.id);
  });

  it('lets a slow subscriber take its time while others continue', async () => {
    const stream = newStream();
    const slow = store.client.subscribeToStream(stream);
    await happened(slow, 'confirmation');
    slow.pause();
    const events = 3_000;
    for (let n = 0; n < events; n += 500) await store.client.appendToStream(stream, numbered(500, n));
    expect(await take(events, store.client.subscribeToStream(stream))).toHaveLength(events);
    expect(revisionsOf(await take(events, slow))).toEqual(Array.from({ length: events }, (_, n) => BigInt(n)));
  });

  it('can be unsubscribed while live', async () => {
    const subscription = store.client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
    subscription.resume();
    await happened(subscription, 'caughtUp');
    const ended = happened(subscription, 'end');
    await subscription.unsubscribe();
    await ended;
  });
});
