import type { AgentId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

describe('agent identities', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  async function token(name: string): Promise<string> {
    return (await under.operations.agentTokens.create({ name, accountId: null })).id;
  }

  it('belong to the first token that takes them, in every process', async () => {
    const agentId = 'agent-1' as AgentId;
    const [first, second] = [await token('first'), await token('second')];
    const { agentIdentities } = under.operations;
    expect(await agentIdentities.isOf(agentId, first)).toBe(false);
    expect(await agentIdentities.take(agentId, first)).toBe(true);
    expect(await agentIdentities.take(agentId, first)).toBe(true);
    expect(await agentIdentities.take(agentId, second)).toBe(false);
    const other = await under.openAnother();
    expect(await other.agentIdentities.isOf(agentId, first)).toBe(true);
    expect(await other.agentIdentities.isOf(agentId, second)).toBe(false);
  });

  it('go to one of several tokens taking them at once', async () => {
    const tokens = await Promise.all(['a', 'b', 'c', 'd'].map(token));
    const { agentIdentities } = under.operations;
    const taken = await Promise.all(tokens.map((id) => agentIdentities.take('agent-2' as AgentId, id)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('can be taken again by another token once theirs is revoked', async () => {
    const agentId = 'agent-3' as AgentId;
    const { agentIdentities, agentTokens } = under.operations;
    const accountId = 'acme' as Parameters<typeof agentTokens.revoke>[0];
    const { id: old } = await agentTokens.create({ name: 'old', accountId });
    const replacement = await token('replacement');
    expect(await agentIdentities.take(agentId, old)).toBe(true);
    expect(await agentIdentities.take(agentId, replacement)).toBe(false);
    await agentTokens.revoke(accountId, old);
    expect(await agentIdentities.take(agentId, replacement)).toBe(true);
    expect(await agentIdentities.isOf(agentId, replacement)).toBe(true);
  });
});
