import type { AccountId } from '@assay/contract';
import { everythingAtRest, type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const acme = 'acme' as AccountId;
const other = 'other' as AccountId;

describe('agent tokens', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('is for one account, or for all of them', async () => {
    const { agentTokens } = under.operations;
    const own = await agentTokens.create({ name: 'build farm', accountId: acme });
    const shared = await agentTokens.create({ name: 'local', accountId: null });
    const farm = { id: own.id, accountId: acme, name: 'build farm' };
    const uses = await Promise.all([agentTokens.find(own.token), agentTokens.find(own.token)]);
    expect(uses).toEqual([expect.objectContaining(farm), expect.objectContaining(farm)]);
    expect(uses.filter((use) => use?.isFirst)).toHaveLength(1);
    expect(await agentTokens.find(shared.token)).toMatchObject({ id: shared.id, accountId: null, name: 'local' });
    expect(await agentTokens.find(shared.token)).toMatchObject({ isFirst: false });
    expect(await agentTokens.find('made up')).toBeNull();
  });

  it('is not stored in plain text', async () => {
    const { token } = await under.operations.agentTokens.create({ name: 'hidden', accountId: acme });
    const atRest = await everythingAtRest(under.db);
    expect(atRest).toContain('hidden');
    expect(atRest).not.toContain(token);
  });

  it('keeps its id when the same token is given again', async () => {
    const { agentTokens } = under.operations;
    const wanted = { name: 'local agent', accountId: null, token: 'given-by-the-launcher' };
    const [first, second] = await Promise.all([agentTokens.create(wanted), agentTokens.create(wanted)]);
    expect(second).toEqual(first);
    expect(first.token).toBe('given-by-the-launcher');
  });

  it('is listed and revoked by its own account only', async () => {
    const { agentTokens } = under.operations;
    const account = 'listed' as AccountId;
    const one = await agentTokens.create({ name: 'one', accountId: account });
    under.clock.pass(1000);
    const two = await agentTokens.create({ name: 'two', accountId: account });
    expect((await agentTokens.list(account)).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(await agentTokens.list(other)).toEqual([]);
    expect(await agentTokens.revoke(other, one.id)).toBeNull();
    expect(await agentTokens.revoke(account, one.id)).toBe('one');
    expect(await agentTokens.find(one.token)).toBeNull();
    expect(await agentTokens.find(two.token)).not.toBeNull();
  });

  it('notes its last use once a minute', async () => {
    const { agentTokens } = under.operations;
    const account = 'used' as AccountId;
    const { token } = await agentTokens.create({ name: 'used', accountId: account });
    const lastUsedAt = async () => (await agentTokens.list(account))[0]?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await agentTokens.find(token);
    const first = under.clock.now().toISOString();
    expect(await lastUsedAt()).toBe(first);
    under.clock.pass(59_000);
    await agentTokens.find(token);
    expect(await lastUsedAt()).toBe(first);
    under.clock.pass(1000);
    await agentTokens.find(token);
    expect(await lastUsedAt()).toBe(under.clock.now().toISOString());
  });
});
