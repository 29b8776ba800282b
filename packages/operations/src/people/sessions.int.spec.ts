import type { UserId } from '@assay/contract';
import { everythingAtRest, type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const ada = 'ada' as UserId;
const day = 24 * 3_600_000;

describe('sessions', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('finds the person of a token', async () => {
    const token = await under.operations.sessions.start(ada);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await under.operations.sessions.find(token)).toEqual({ sessionId: expect.any(String), userId: ada });
    expect(await under.operations.sessions.find(`${token}x`)).toBeNull();
  });

  it('stores no token in plain text', async () => {
    const token = await under.operations.sessions.start(ada);
    const atRest = await everythingAtRest(under.db);
    expect(atRest).toContain('"userId":"ada"');
    expect(atRest).not.toContain(token);
  });

  it('ends one session and leaves the others', async () => {
    const { sessions } = under.operations;
    const [one, other] = [await sessions.start(ada), await sessions.start(ada)];
    await sessions.end(one);
    expect(await sessions.find(one)).toBeNull();
    expect(await sessions.find(other)).not.toBeNull();
  });

  it("ends all of a person's sessions and nobody else's", async () => {
    const { sessions } = under.operations;
    const hers = [await sessions.start(ada), await sessions.start(ada)];
    const his = await sessions.start('bob' as UserId);
    await sessions.endAllOf(ada);
    expect(await Promise.all(hers.map((token) => sessions.find(token)))).toEqual([null, null]);
    expect(await sessions.find(his)).not.toBeNull();
  });

  it('lapses 30 days after its last use, not after its start', async () => {
    const { sessions } = under.operations;
    const [used, unused] = [await sessions.start(ada), await sessions.start(ada)];
    under.clock.pass(20 * day);
    expect(await sessions.find(used)).not.toBeNull();
    under.clock.pass(20 * day);
    expect(await sessions.find(used)).not.toBeNull();
    expect(await sessions.find(unused)).toBeNull();
    under.clock.pass(30 * day);
    expect(await sessions.find(used)).toBeNull();
  });

  it('lapses 90 days after its start, however much it is used', async () => {
    const { sessions } = under.operations;
    const token = await sessions.start(ada);
    for (let days = 0; days < 80; days += 20) {
      under.clock.pass(20 * day);
      expect(await sessions.find(token)).not.toBeNull();
    }
    under.clock.pass(10 * day);
    expect(await sessions.find(token)).toBeNull();
  });

  it('is written at most once an hour', async () => {
    const { sessions } = under.operations;
    const carol = 'carol' as UserId;
    const token = await sessions.start(carol);
    const rows = under.db.collection('sessions');
    const started = (await rows.findOne({ userId: carol }))?.lastUsedAt;
    under.clock.pass(59 * 60_000);
    await sessions.find(token);
    expect((await rows.findOne({ userId: carol }))?.lastUsedAt).toEqual(started);
    under.clock.pass(60_000);
    await sessions.find(token);
    expect((await rows.findOne({ userId: carol }))?.lastUsedAt).toEqual(under.clock.now());
  });
});
