import { randomUUID } from 'node:crypto';
import {
  ANY,
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
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

describe('appending', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  it('answers with the revision and position of the last event', async () => {
    const stream = newStream();
    const first = await store.client.appendToStream(stream, numbered(3));
    const second = await store.client.appendToStream(stream, numbered(1));
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(second).toMatchObject({ success: true, nextExpectedRevision: 3n });
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
    const [last] = await collect(store.client.readStream(stream, { direction: 'backwards', fromRevision: 'end' }));
    expect(last?.event?.position).toEqual(second.position);
  });

  it('creates a stream that is expected not to exist', async () => {
    const result = await store.client.appendToStream(newStream(), numbered(1), { expectedRevision: NO_STREAM });
    expect(result.nextExpectedRevision).toBe(0n);
  });

  it('writes to a missing stream when any revision will do', async () => {
    const result = await store.client.appendToStream(newStream(), numbered(2), { expectedRevision: ANY });
    expect(result.nextExpectedRevision).toBe(1n);
  });

  it('refuses a stream that was expected not to exist', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(2));
    const error = await errorOf(store.client.appendToStream(stream, numbered(1), { expectedRevision: NO_STREAM }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 'no_stream', actualVersion: 1n });
  });

  it('refuses a missing stream that was expected to exist', async () => {
    const stream = newStream();
    const error = await errorOf(store.client.appendToStream(stream, numbered(1), { expectedRevision: STREAM_EXISTS }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 'stream_exists', actualVersion: 'no_stream' });
  });

  it('writes to a stream that is expected to exist and does', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(1));
    const result = await store.client.appendToStream(stream, numbered(1), { expectedRevision: STREAM_EXISTS });
    expect(result.nextExpectedRevision).toBe(1n);
  });

  it('writes after exactly the expected revision', async () => {
    const stream = newStream();
    const { nextExpectedRevision } = await store.client.appendToStream(stream, numbered(2));
    const result = await store.client.appendToStream(stream, numbered(1), { expectedRevision: nextExpectedRevision });
    expect(result.nextExpectedRevision).toBe(2n);
  });

  it.each([0n, 7n])('refuses revision %s of a stream that is at 1', async (expectedRevision) => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(2));
    const error = await errorOf(store.client.appendToStream(stream, numbered(1), { expectedRevision }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: expectedRevision, actualVersion: 1n });
    expect(await collect(store.client.readStream(stream))).toHaveLength(2);
  });

  it('refuses an exact revision of a missing stream', async () => {
    const error = await errorOf(store.client.appendToStream(newStream(), numbered(1), { expectedRevision: 4n }));
    expect(error).toMatchObject({ expectedVersion: 4n, actualVersion: 'no_stream' });
  });

  it('gives each of many concurrent writers of one stream its own revision', async () => {
    const stream = newStream();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => store.client.appendToStream(stream, numbered(1, n))),
    );
    const revisions = results.map((result) => Number(result.nextExpectedRevision)).sort((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('lets exactly one of many writers create a stream', async () => {
    const stream = newStream();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        store.client.appendToStream(stream, numbered(1), { expectedRevision: NO_STREAM }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses an append that is too large and names the limit', async () => {
    const stream = newStream();
    const large = jsonEvent({ type: 'Large', data: { text: 'x'.repeat(1024 * 1024) } });
    const error = await errorOf(store.client.appendToStream(stream, large));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 });
    expect(await store.client.appendToStream(stream, numbered(1))).toMatchObject({ nextExpectedRevision: 0n });
  });

  it('refuses an append of many events that are too large together', async () => {
    const events = Array.from({ length: 5 }, () => jsonEvent({ type: 'Part', data: { text: 'x'.repeat(300_000) } }));
    const error = await errorOf(store.client.appendToStream(newStream(), events, { batchAppendSize: 400_000 }));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
  });

  it('assembles an append that arrives in several messages', async () => {
    const stream = newStream();
    const result = await store.client.appendToStream(stream, numbered(50), { batchAppendSize: 1_000 });
    expect(result.nextExpectedRevision).toBe(49n);
    expect(revisionsOf(await collect(store.client.readStream(stream)))).toEqual(
      Array.from({ length: 50 }, (_, n) => BigInt(n)),
    );
  });

  it('returns the revision of a stream when nothing is appended to it', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(3));
    expect(await store.client.appendToStream(stream, [])).toMatchObject({ nextExpectedRevision: 2n });
  });

  it('does the same through single appends, which clients with credentials use', async () => {
    const stream = newStream();
    const credentials = { username: 'admin', password: 'changeit' };
    const events = numbered(2);
    const append = (expectedRevision: bigint | typeof NO_STREAM) =>
      store.client.appendToStream(stream, events, { expectedRevision, credentials });
    expect(await append(NO_STREAM)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await append(NO_STREAM)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await errorOf(append(9n))).toMatchObject({ streamName: stream, expectedVersion: 9n, actualVersion: 1n });
    const large = [jsonEvent({ type: 'Large', data: { text: 'x'.repeat(1024 * 1024) } })];
    const error = await errorOf(store.client.appendToStream(stream, large, { credentials }));
    expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 });
  });

  it('returns what was written: id, type, data, metadata, time', async () => {
    const stream = newStream('größe-日本');
    const before = Date.now();
    const id = randomUUID();
    const event = jsonEvent({ id, type: 'Überprüft', data: { text: '✓', n: 1 }, metadata: { $correlationId: 'c-1' } });
    await store.client.appendToStream(stream, event);
    const [read] = await collect(store.client.readStream(stream));
    expect(read?.event).toMatchObject({
      id,
      streamId: stream,
      type: 'Überprüft',
      isJson: true,
      data: { text: '✓', n: 1 },
      metadata: { $correlationId: 'c-1' },
      revision: 0n,
    });
    expect(read?.event?.created).toBeInstanceOf(Date);
    expect(Math.abs((read?.event?.created.getTime() ?? 0) - before)).toBeLessThan(60_000);
  });

  it('returns binary data and metadata byte for byte', async () => {
    const stream = newStream();
    const data = Uint8Array.from([0, 255, 128, 10]);
    const metadata = Uint8Array.from([9, 8, 7]);
    await store.client.appendToStream(stream, binaryEvent({ type: 'Binary', data, metadata }));
    const [read] = await collect(store.client.readStream(stream));
    expect(read?.event?.isJson).toBe(false);
    expect(Buffer.from(read?.event?.data as Uint8Array)).toEqual(Buffer.from(data));
    expect(Buffer.from(read?.event?.metadata as Uint8Array)).toEqual(Buffer.from(metadata));
  });

  it('accepts stream names longer than an index key', async () => {
    const stream = `${newStream()}-${'n'.repeat(3_000)}`;
    await store.client.appendToStream(stream, numbered(2));
    await store.client.appendToStream(`${stream}x`, numbered(1));
    expect(await collect(store.client.readStream(stream))).toHaveLength(2);
  });
});
