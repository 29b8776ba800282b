import type { AccountId, ProjectId, SharedLinkId, TestRunId, UserId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const acme = 'acme' as AccountId;
const run = 'run' as TestRunId;
const dayMs = 24 * 3_600_000;

describe('links that show test runs', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  async function add(id: string, { testRunId = run, days = 1 } = {}) {
    await under.operations.sharedLinks.add({
      id: id as SharedLinkId,
      accountId: acme,
      testRunId,
      testRunNumber: 12,
      projectId: 'shop' as ProjectId,
      createdBy: 'ada' as UserId,
      expiresAt: new Date(under.clock.now().getTime() + days * dayMs),
      includesScreenshots: true,
      includesOutput: false,
    });
  }
  const listed = async (accountId = acme, testRunId: TestRunId | null = null) =>
    (await under.operations.sharedLinks.list(accountId, testRunId)).map(({ id }) => id);

  it('are listed by run, for their own account', async () => {
    await add('one');
    under.clock.pass(1000);
    await add('two', { testRunId: 'other' as TestRunId });
    expect(await listed()).toEqual(['two', 'one']);
    expect(await listed(acme, run)).toEqual(['one']);
    expect(await listed('other' as AccountId)).toEqual([]);
    await under.operations.sharedLinks.revoke('other' as AccountId, 'one' as SharedLinkId);
    expect(await under.operations.sharedLinks.use('one')).toMatchObject({ accountId: acme, testRunId: run });
    await under.operations.sharedLinks.revoke(acme, 'one' as SharedLinkId);
    expect(await under.operations.sharedLinks.use('one')).toBeNull();
  });

  it('expire to the moment', async () => {
    await add('short');
    under.clock.pass(dayMs - 1);
    expect(await under.operations.sharedLinks.use('short')).not.toBeNull();
    under.clock.pass(1);
    expect(await under.operations.sharedLinks.use('short')).toBeNull();
    expect(await listed()).not.toContain('short');
  });

  it('note their last use once a minute', async () => {
    await add('used', { days: 7 });
    const lastUsedAt = async () => (await under.operations.sharedLinks.list(acme, run))[0]?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    const first = under.clock.now();
    await under.operations.sharedLinks.use('used');
    under.clock.pass(59_000);
    await under.operations.sharedLinks.use('used');
    expect(await lastUsedAt()).toEqual(first);
    under.clock.pass(1000);
    await under.operations.sharedLinks.use('used');
    expect(await lastUsedAt()).toEqual(under.clock.now());
  });
});
