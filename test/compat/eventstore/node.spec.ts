import { clientOf } from './clientOf.ts';
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
    const discovering = clientOf(store.url.replace(/^esdb:/, 'esdb+discover:'));
    const stream = newStream();
    await discovering.appendToStream(stream, numbered(2));
    expect(await collect(discovering.readStream(stream))).toHaveLength(2);
    await discovering.dispose();
  });

  it.each(['leader', 'follower', 'random', 'read_only_replica'])(
    'serves clients that prefer a %s',
    async (preference) => {
      const url = store.url.replace(/^esdb:/, 'esdb+discover:');
      const choosy = clientOf(`${url}&nodePreference=${preference}`);
      expect((await collect(choosy.readAll({ maxCount: 1 }))).length).toBe(1);
      await choosy.dispose();
    },
  );

  it('is the leader for calls that require one', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, numbered(2), { requiresLeader: true });
    expect(await collect(store.client.readStream(stream, { requiresLeader: true }))).toHaveLength(2);
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
