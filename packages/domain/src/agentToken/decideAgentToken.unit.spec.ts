import type { AgentTokenId } from '@assay/contract';
import type { AgentTokenEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { agentTokenDecider } from './decideAgentToken.ts';

const facts = { agentTokenId: 'token-1' as AgentTokenId, name: 'Build machines' };
const created: AgentTokenEvent = { type: 'AgentTokenCreated', data: facts };
const revoked: AgentTokenEvent = { type: 'AgentTokenRevoked', data: facts };
const agentToken = (...events: AgentTokenEvent[]) => given(agentTokenDecider, ...events);

describe('a token for runner agents', () => {
  it('is created once', () => {
    const create = { type: 'createAgentToken' as const, ...facts };
    agentToken().when(create).gives(created);
    agentToken(created).when(create).refuses('agentToken.exists');
    agentToken(created, revoked).when(create).refuses('agentToken.exists');
  });

  it('is revoked once', () => {
    const revoke = { type: 'revokeAgentToken' as const, unrecorded: null };
    agentToken().when(revoke).refuses('agentToken.notFound');
    agentToken(created).when(revoke).gives(revoked);
    agentToken(created, revoked).when(revoke).refuses('agentToken.notFound');
  });

  it('that is older than its record can be revoked as well', () => {
    agentToken().when({ type: 'revokeAgentToken', unrecorded: facts }).gives(revoked);
  });
});
