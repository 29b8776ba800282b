import { EventStoreDBClient } from '@eventstore/db-client';
import {
  collect,
  describeEmbedded,
  type EventStoreUnderTest,
  errorOf,
  eventStoreUnderTest,
  newStream,
  numbered,
} from './eventStoreUnderTest.ts';

describe('the node', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  it('is found by a client that discovers its cluster', async () => {
    const discovering = EventStoreDBClient.connectionString(store.url.replace(/^esdb:/, 'esdb+discover:'));
    const stream = newStream();
    await discovering.appendToStream(stream, numbered(2));
    expect(await collect(discovering.readStream(stream))).toHaveLength(2);
    await discovering.dispose();
  });
});

describeEmbedded('what the embedded node does not serve', () => {
  let store: EventStoreUnderTest;
  beforeAll(async () => {
    store = await eventStoreUnderTest();
  });
  afterAll(() => store.stop());

  it('is refused by name', async () => {
    const error = await errorOf(store.client.createProjection('p', 'fromAll()'));
    expect(error).toMatchObject({
      message: expect.stringMatching(/UNIMPLEMENTED.*does not serve .*Projections\/Create/),
    });
  });
});
