import { randomUUID } from 'node:crypto';
import { ANY, jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import {
  collect,
  type EventStoreUnderTest,
  errorOf,
  eventStoreUnderTest,
  newStream,
  numbered,
} from './eventStoreUnderTest.ts';

describe('appending again what was appended before', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  it.each([
    ['the stream to be missing', NO_STREAM],
    ['any revision', ANY],
  ] as const)('answers a repeated append, expecting %s, as the first time', async (_, expectedRevision) => {
    const stream = newStream();
    const events = numbered(3);
    const first = await store.client.appendToStream(stream, events, { expectedRevision });
    await store.client.appendToStream(stream, numbered(2));
    const repeated = await store.client.appendToStream(stream, events, { expectedRevision });
    expect(repeated.nextExpectedRevision).toBe(first.nextExpectedRevision);
    expect(await collect(store.client.readStream(stream))).toHaveLength(5);
  });

  it('answers a repeated append after an exact revision as the first time', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(2));
    const events = numbered(2);
    const first = await store.client.appendToStream(stream, events, { expectedRevision: 1n });
    const repeated = await store.client.appendToStream(stream, events, { expectedRevision: 1n });
    expect(repeated.nextExpectedRevision).toBe(first.nextExpectedRevision);
    expect(await collect(store.client.readStream(stream))).toHaveLength(4);
  });

  it('refuses an append that repeats an earlier one only in part', async () => {
    const stream = newStream();
    const events = numbered(2);
    await store.client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    const error = await errorOf(
      store.client.appendToStream(stream, [...events, ...numbered(1)], { expectedRevision: NO_STREAM }),
    );
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
  });

  it('accepts the same event id in two streams', async () => {
    const event = jsonEvent({ id: randomUUID(), type: 'Shared', data: {} });
    const streams = [newStream(), newStream()];
    for (const stream of streams) await store.client.appendToStream(stream, event);
    for (const stream of streams) expect(await collect(store.client.readStream(stream))).toHaveLength(1);
  });
});
