import type { AccountId, AgentId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const [early, late] = ['early' as AgentId, 'late' as AgentId];

describe('agent presence', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('reports which agents have been silent, and since when', async () => {
    const { agentPresence } = under.operations;
    const began = under.clock.now();
    await agentPresence.seen(early, { accountId: null, availableDiskSpace: null });
    under.clock.pass(1000);
    const between = under.clock.now();
    under.clock.pass(1000);
    await agentPresence.seen(late, { accountId: 'acme' as AccountId, availableDiskSpace: 5_000_000_000 });
    expect(await agentPresence.silentSince(began)).toEqual([]);
    expect((await agentPresence.silentSince(between)).map(({ agentId }) => agentId)).toEqual([early]);
    expect(await agentPresence.list()).toEqual([
      { agentId: early, accountId: null, availableDiskSpace: null, lastSeenAt: began },
      { agentId: late, accountId: 'acme', availableDiskSpace: 5_000_000_000, lastSeenAt: under.clock.now() },
    ]);

    await agentPresence.seen(early, { accountId: null, availableDiskSpace: 1 });
    expect(await agentPresence.silentSince(under.clock.now())).toEqual([]);
    await agentPresence.forget(early);
    expect((await agentPresence.list()).map(({ agentId }) => agentId)).toEqual([late]);
  });
});
