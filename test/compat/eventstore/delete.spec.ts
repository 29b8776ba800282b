import {
  ANY,
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  collect,
  type EventStoreUnderTest,
  errorOf,
  eventStoreUnderTest,
  newStream,
  numbered,
  revisionsOf,
} from './eventStoreUnderTest.ts';

describe('deleting', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  const threeEvents = async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(3));
    return stream;
  };
  const read = (stream: string) => collect(store.client.readStream(stream));

  it('makes a stream read as missing', async () => {
    const stream = await threeEvents();
    const { position } = await store.client.deleteStream(stream);
    expect(position?.commit).toBeGreaterThan(0n);
    expect(await errorOf(read(stream))).toBeInstanceOf(StreamNotFoundError);
  });

  it.each([ANY, NO_STREAM] as const)('lets the stream be written to again, expecting %s', async (expectedRevision) => {
    const stream = await threeEvents();
    await store.client.deleteStream(stream);
    const result = await store.client.appendToStream(stream, numbered(2, 3), { expectedRevision });
    expect(result.nextExpectedRevision).toBe(4n);
    expect(revisionsOf(await read(stream))).toEqual([3n, 4n]);
  });

  it('keeps the other entries of the metadata', async () => {
    const stream = await threeEvents();
    await store.client.setStreamMetadata(stream, { maxCount: 7, owner: 'a' });
    await store.client.deleteStream(stream);
    await store.client.appendToStream(stream, numbered(1));
    const { metadata } = await store.client.getStreamMetadata(stream);
    expect(metadata).toEqual({ maxCount: 7, owner: 'a', truncateBefore: 3 });
  });

  it('accepts the exact revision', async () => {
    const stream = await threeEvents();
    const error = await errorOf(store.client.deleteStream(stream, { expectedRevision: 1n }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 1n, actualVersion: 2n });
    await store.client.deleteStream(stream, { expectedRevision: 2n });
    expect(await errorOf(read(stream))).toBeInstanceOf(StreamNotFoundError);
  });

  it('refuses a stream that was expected to be missing', async () => {
    const stream = await threeEvents();
    const error = await errorOf(store.client.deleteStream(stream, { expectedRevision: NO_STREAM }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
  });
});

describe('tombstoning', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  it('ends a stream for good: reading, appending and deleting report that it is deleted', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(3));
    await store.client.tombstoneStream(stream);
    const attempts = [
      () => collect(store.client.readStream(stream)),
      () => store.client.appendToStream(stream, numbered(1)),
      () => store.client.appendToStream(stream, numbered(1), { expectedRevision: NO_STREAM }),
      () => store.client.deleteStream(stream),
      () => store.client.tombstoneStream(stream),
    ];
    for (const attempt of attempts) {
      const error = await errorOf(attempt());
      expect(error).toBeInstanceOf(StreamDeletedError);
      expect(error).toMatchObject({ streamName: stream });
    }
  });

  it('ends a stream that never existed', async () => {
    const stream = newStream();
    await store.client.tombstoneStream(stream, { expectedRevision: NO_STREAM });
    const error = await errorOf(store.client.appendToStream(stream, numbered(1)));
    expect(error).toBeInstanceOf(StreamDeletedError);
  });

  it('accepts the exact revision', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(3));
    const error = await errorOf(store.client.tombstoneStream(stream, { expectedRevision: 0n }));
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 0n, actualVersion: 2n });
    await store.client.tombstoneStream(stream, { expectedRevision: 2n });
    expect(await errorOf(collect(store.client.readStream(stream)))).toBeInstanceOf(StreamDeletedError);
  });

  it('leaves its events in $all', async () => {
    const stream = newStream();
    const start = await store.client.appendToStream(stream, numbered(1));
    await store.client.tombstoneStream(stream);
    const read = await collect(store.client.readAll({ fromPosition: start.position }));
    const types = read.filter(({ event }) => event?.streamId === stream).map(({ event }) => event?.type);
    expect(types).toEqual(['Counted', '$streamDeleted']);
  });
});
