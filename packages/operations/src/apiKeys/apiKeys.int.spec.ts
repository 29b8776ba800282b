import type { AccountId, UserId } from '@assay/contract';
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
    expect(await apiKeys.find(first.key)).toEqual({ id: first.id, accountId: acme });
    const second = await apiKeys.generate(acme, ada);
    expect(await apiKeys.find(first.key)).toBeNull();
    expect(await apiKeys.find(second.key)).toEqual({ id: second.id, accountId: acme });
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
