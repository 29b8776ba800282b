import { BACKWARDS, binaryEvent, END, START, StreamNotFoundError } from '@eventstore/db-client';
import {
  collect,
  type EventStoreUnderTest,
  errorOf,
  eventStoreUnderTest,
  newStream,
  numbered,
  revisionsOf,
} from './eventStoreUnderTest.ts';

describe('reading', () => {
  let store: EventStoreUnderTest;
  const stream = newStream('read');
  beforeAll(async () => {
    store = await eventStoreUnderTest();
    await store.client.appendToStream(stream, numbered(10));
  });
  afterAll(() => store.stop());

  it('reports a missing stream', async () => {
    const missing = newStream();
    const error = await errorOf(collect(store.client.readStream(missing)));
    expect(error).toBeInstanceOf(StreamNotFoundError);
    expect(error).toMatchObject({ streamName: missing });
  });

  it.each([
    ['all of it', {}, [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]],
    ['the first ones', { maxCount: 3 }, [0n, 1n, 2n]],
    ['from a revision on', { fromRevision: 7n }, [7n, 8n, 9n]],
    ['a number of events from a revision on', { fromRevision: 4n, maxCount: 2 }, [4n, 5n]],
    ['nothing from after the end', { fromRevision: 10n }, []],
    ['nothing from far after the end', { fromRevision: 18446744073709551615n }, []],
    ['backwards from the end', { direction: BACKWARDS, fromRevision: END, maxCount: 3 }, [9n, 8n, 7n]],
    ['backwards from a revision', { direction: BACKWARDS, fromRevision: 2n }, [2n, 1n, 0n]],
    ['backwards from the start', { direction: BACKWARDS, fromRevision: START }, [0n]],
    ['backwards from after the end', { direction: BACKWARDS, fromRevision: 50n, maxCount: 2 }, [9n, 8n]],
  ] as const)('reads a stream: %s', async (_, options, revisions) => {
    expect(revisionsOf(await collect(store.client.readStream(stream, options)))).toEqual(revisions);
  });

  it('reads streams longer than one page, both ways', async () => {
    const long = newStream();
    for (let n = 0; n < 1_000; n += 500) await store.client.appendToStream(long, numbered(500, n));
    const up = Array.from({ length: 1_000 }, (_, n) => BigInt(n));
    expect(revisionsOf(await collect(store.client.readStream(long)))).toEqual(up);
    const down = await collect(store.client.readStream(long, { direction: BACKWARDS, fromRevision: END }));
    expect(revisionsOf(down)).toEqual(up.reverse());
  });

  it('reads $all in the order of writing, with positions that grow', async () => {
    const streams = [newStream(), newStream()];
    const start = await store.client.appendToStream(newStream(), numbered(1));
    for (let n = 0; n < 6; n += 1) await store.client.appendToStream(streams[n % 2] ?? '', numbered(1, n));
    const read = await collect(store.client.readAll({ fromPosition: start.position }));
    const ours = read.filter(({ event }) => streams.includes(event?.streamId ?? ''));
    expect(ours.map(({ event }) => event?.data)).toEqual([0, 1, 2, 3, 4, 5].map((n) => ({ n })));
    const positions = read.map(({ event }) => event?.position?.commit ?? 0n);
    expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(positions).size).toBe(positions.length);
    expect(positions.every((position) => position <= BigInt(Number.MAX_SAFE_INTEGER))).toBe(true);
  });

  it('reads $all forwards with the event at the position, backwards without it', async () => {
    const { position } = await store.client.appendToStream(newStream(), numbered(1, 1));
    const last = newStream();
    await store.client.appendToStream(last, numbered(1, 2));
    const [forwards] = await collect(store.client.readAll({ fromPosition: position, maxCount: 1 }));
    expect(forwards?.event?.position).toEqual(position);
    const [backwards] = await collect(
      store.client.readAll({ fromPosition: position, direction: BACKWARDS, maxCount: 1 }),
    );
    expect(backwards?.event?.position?.commit).toBeLessThan(position?.commit ?? 0n);
    const [newest] = await collect(store.client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1 }));
    expect(newest?.event?.streamId).toBe(last);
  });

  it('reads nothing of $all forwards from the end and backwards from the start', async () => {
    expect(await collect(store.client.readAll({ fromPosition: END }))).toEqual([]);
    expect(await collect(store.client.readAll({ fromPosition: START, direction: BACKWARDS }))).toEqual([]);
  });

  it('follows links when asked to, and shows them when not', async () => {
    const target = newStream();
    const links = newStream();
    await store.client.appendToStream(target, numbered(2));
    await store.client.appendToStream(links, [link(`1@${target}`), link(`7@${target}`)]);
    const [followed, dangling] = await collect(store.client.readStream(links, { resolveLinkTos: true }));
    expect(followed?.event).toMatchObject({ streamId: target, revision: 1n, data: { n: 1 } });
    expect(followed?.link).toMatchObject({ streamId: links, revision: 0n, type: '$>' });
    expect(dangling?.event).toBeUndefined();
    expect(dangling?.link).toMatchObject({ streamId: links, revision: 1n });
    const [shown] = await collect(store.client.readStream(links));
    expect(shown?.event).toMatchObject({ streamId: links, type: '$>' });
    expect(shown?.link).toBeUndefined();
  });
});

/** A link as servers write it: its data is plain text, not JSON. */
const link = (target: string) => binaryEvent({ type: '$>', data: Buffer.from(target) });
