import { BACKWARDS, END, NO_STREAM } from '@eventstore/db-client';
import { eventually } from '../../support/eventually.ts';
import {
  collect,
  type EventStoreUnderTest,
  eventStoreUnderTest,
  newStream,
  numbered,
  revisionsOf,
  take,
} from './eventStoreUnderTest.ts';

describe('stream metadata', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  const tenEvents = async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(10));
    return stream;
  };
  const readable = async (stream: string) => revisionsOf(await collect(store.client.readStream(stream)));

  it('is empty at first', async () => {
    const stream = await tenEvents();
    expect(await store.client.getStreamMetadata(stream)).toEqual({ streamName: stream });
  });

  it('returns what was set last', async () => {
    const stream = await tenEvents();
    await store.client.setStreamMetadata(stream, { maxCount: 3, owner: 'a' });
    const metadata = { maxAge: 60, truncateBefore: 1, cacheControl: 5, acl: { readRoles: ['$all'] }, owner: 'b' };
    await store.client.setStreamMetadata(stream, metadata);
    expect((await store.client.getStreamMetadata(stream)).metadata).toEqual(metadata);
  });

  it('has an expected revision of its own', async () => {
    const stream = await tenEvents();
    await store.client.setStreamMetadata(stream, { owner: 'a' }, { expectedRevision: NO_STREAM });
    await expect(
      store.client.setStreamMetadata(stream, { owner: 'b' }, { expectedRevision: NO_STREAM }),
    ).rejects.toMatchObject({ actualVersion: 0n });
  });

  it('keeps only its newest entry readable', async () => {
    const stream = await tenEvents();
    for (const owner of ['a', 'b', 'c']) await store.client.setStreamMetadata(stream, { owner });
    expect(await readable(`$$${stream}`)).toEqual([2n]);
  });

  it('limits a stream to its newest events', async () => {
    const stream = await tenEvents();
    await store.client.setStreamMetadata(stream, { maxCount: 3 });
    expect(await readable(stream)).toEqual([7n, 8n, 9n]);
    await store.client.appendToStream(stream, numbered(1));
    expect(await readable(stream)).toEqual([8n, 9n, 10n]);
    const backwards = await collect(store.client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
    expect(revisionsOf(backwards)).toEqual([10n, 9n, 8n]);
    expect(revisionsOf(await take(3, store.client.subscribeToStream(stream)))).toEqual([8n, 9n, 10n]);
  });

  it('limits a stream before it exists', async () => {
    const stream = newStream();
    await store.client.setStreamMetadata(stream, { maxCount: 2 });
    await store.client.appendToStream(stream, numbered(5), { expectedRevision: NO_STREAM });
    expect(await readable(stream)).toEqual([3n, 4n]);
  });

  it('cuts a stream off before a revision', async () => {
    const stream = await tenEvents();
    await store.client.setStreamMetadata(stream, { truncateBefore: 6 });
    expect(await readable(stream)).toEqual([6n, 7n, 8n, 9n]);
    expect(revisionsOf(await collect(store.client.readStream(stream, { fromRevision: 2n, maxCount: 2 })))).toEqual([
      6n,
      7n,
    ]);
  });

  it('hides events older than the maximum age', async () => {
    const stream = await tenEvents();
    await store.client.setStreamMetadata(stream, { maxAge: 3_600 });
    expect(await readable(stream)).toHaveLength(10);
    await store.client.setStreamMetadata(stream, { maxAge: 1 });
    await eventually(async () => (await readable(stream)).length === 0);
    // An event read within its second, which a busy machine may not manage at the first attempt.
    await eventually(async () => {
      const { nextExpectedRevision } = await store.client.appendToStream(stream, numbered(1));
      const young = await readable(stream);
      expect(young.every((revision) => (revision ?? 0n) >= 10n)).toBe(true);
      expect(young.at(-1)).toBe(nextExpectedRevision);
    });
  });
});
