import type { AgentTokenId } from '@assay/contract';
import type { AgentTokenEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Facts = { agentTokenId: AgentTokenId; name: string };

export type AgentTokenState = { status: 'none' } | ({ status: 'active' } & Facts) | { status: 'revoked' };

export type AgentTokenCommand =
  | ({ type: 'createAgentToken' } & Facts)
  /** `unrecorded`: what is known of a token that is older than this record; null: nothing. */
  | { type: 'revokeAgentToken'; unrecorded: Facts | null };

/** A token for runner agents of an account, without what it opens the door by: that is in operations. */
export const agentTokenDecider: Decider<AgentTokenState, AgentTokenCommand, AgentTokenEvent> = {
  category: 'agentToken',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'createAgentToken': {
        if (state.status !== 'none') throw new DomainError('agentToken.exists');
        const { type: _, ...facts } = command;
        return [{ type: 'AgentTokenCreated', data: facts }];
      }
      case 'revokeAgentToken': {
        const known = state.status === 'active' ? state : command.unrecorded;
        if (state.status === 'revoked' || known === null) throw new DomainError('agentToken.notFound');
        const { agentTokenId, name } = known;
        return [{ type: 'AgentTokenRevoked', data: { agentTokenId, name } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) => {
    switch (event.type) {
      case 'AgentTokenCreated':
        return { status: 'active', ...event.data };
      case 'AgentTokenRevoked':
        return { status: 'revoked' };
      default:
        return never(event);
    }
  },
};
