import type { AccountId, ApiKeyId, UserId } from '@assay/contract';
import { everythingAtRest, type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const acme = 'acme' as AccountId;
const ada = 'ada' as UserId;

describe('the API key of an account', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('works for its account until a new one replaces it', async () => {
    const { apiKeys } = under.operations;
    expect(await apiKeys.describe(acme)).toBeNull();
    const first = await apiKeys.generate(acme, ada);
    expect(await apiKeys.find(first.key)).toMatchObject({ id: first.id, accountId: acme, scope: 'CI' });
    const second = await apiKeys.generate(acme, ada);
    expect(await apiKeys.find(first.key)).toBeNull();
    expect(await apiKeys.find(second.key)).toMatchObject({ id: second.id, accountId: acme, scope: 'CI' });
    expect(await apiKeys.find('assay_made-up')).toBeNull();
  });

  it('is recognized by its prefix, and is not stored in plain text', async () => {
    const { apiKeys } = under.operations;
    const { key } = await apiKeys.generate('hidden' as AccountId, ada);
    expect([apiKeys.isKey(key), apiKeys.isKey('a session')]).toEqual([true, false]);
    expect(await everythingAtRest(under.db)).not.toContain(key);
    expect(await apiKeys.describe('hidden' as AccountId)).toMatchObject({ end: key.slice(-4), lastUsedAt: null });
  });
});

describe('the named API keys of an account', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  async function add(facts: { id: string; accountId?: string; expiresAt?: string | null }) {
    const { key } = under.operations.apiKeys.make();
    const { id, accountId = acme, expiresAt = null } = facts;
    const named = { name: id, scope: 'READ' as const, createdBy: ada };
    await under.operations.apiKeys.add(key, {
      id: id as ApiKeyId,
      accountId: accountId as AccountId,
      expiresAt,
      ...named,
    });
    return key;
  }

  it("work alongside each other and the account's own key until they are revoked", async () => {
    const { apiKeys } = under.operations;
    const own = await apiKeys.generate(acme, ada);
    const one = await add({ id: 'one' });
    under.clock.pass(1000);
    const two = await add({ id: 'two' });
    expect(await apiKeys.find(one)).toMatchObject({ id: 'one', accountId: acme, scope: 'READ', name: 'one' });
    expect((await apiKeys.list(acme)).map(({ id }) => id)).toEqual(['two', 'one']);
    expect(await apiKeys.list('other' as AccountId)).toEqual([]);
    await apiKeys.revoke('other' as AccountId, 'one' as ApiKeyId);
    expect(await apiKeys.find(one)).not.toBeNull();
    await apiKeys.revoke(acme, 'one' as ApiKeyId);
    expect(await apiKeys.find(one)).toBeNull();
    expect([(await apiKeys.find(two))?.id, (await apiKeys.find(own.key))?.id]).toEqual(['two', own.id]);
    expect(await everythingAtRest(under.db)).not.toContain(two);
  });

  it('expire exactly on time', async () => {
    const expiresAt = new Date(under.clock.now().getTime() + 1000).toISOString();
    const key = await add({ id: 'short', accountId: 'expiring', expiresAt });
    under.clock.pass(999);
    expect(await under.operations.apiKeys.find(key)).not.toBeNull();
    under.clock.pass(1);
    expect(await under.operations.apiKeys.find(key)).toBeNull();
    expect(await under.operations.apiKeys.list('expiring' as AccountId)).toMatchObject([{ id: 'short', expiresAt }]);
  });

  it('record their last use once a minute', async () => {
    const { apiKeys } = under.operations;
    const account = 'used' as AccountId;
    const key = await add({ id: 'used', accountId: account });
    const lastUsedAt = async () => (await apiKeys.list(account))[0]?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    expect(await apiKeys.find(key)).toMatchObject({ isFirstOfDay: true });
    const first = under.clock.now().toISOString();
    under.clock.pass(59_000);
    await apiKeys.find(key);
    expect(await lastUsedAt()).toBe(first);
    under.clock.pass(1000);
    await apiKeys.find(key);
    expect(await lastUsedAt()).toBe(under.clock.now().toISOString());
    under.clock.pass(24 * 3_600_000);
    expect(await apiKeys.find(key)).toMatchObject({ isFirstOfDay: true });
    expect(await apiKeys.find(key)).toMatchObject({ isFirstOfDay: false });
  });
});
