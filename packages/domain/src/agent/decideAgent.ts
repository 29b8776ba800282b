import type { RegisterAgentRequest } from '@assay/contract';
import type { AgentEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type AgentState =
  | { status: 'none' }
  | { status: 'running'; facts: RegisterAgentRequest }
  | { status: 'exited'; facts: RegisterAgentRequest; reason: 'stopped' | 'silent' };

export type AgentCommand =
  | { type: 'registerAgent'; facts: RegisterAgentRequest }
  | { type: 'exitAgent'; reason: 'stopped' | 'silent' };

/** State changes only: heartbeats are operational state, not facts. */
export const agentDecider: Decider<AgentState, AgentCommand, AgentEvent> = {
  category: 'agent',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'registerAgent': {
        const { agentId, name, os, capacity, version } = command.facts;
        const data = { agentId, name, os, capacity, version };
        if (state.status === 'none') return [{ type: 'AgentRegistered', data }];
        const { facts } = state;
        const same = facts.name === name && facts.os === os && facts.capacity === capacity && facts.version === version;
        return state.status === 'running' && same ? [] : [{ type: 'AgentReturned', data }];
      }
      case 'exitAgent':
        if (state.status === 'none') throw new DomainError('agent.notFound');
        if (state.status === 'exited') return [];
        return [{ type: 'AgentExited', data: { agentId: state.facts.agentId, reason: command.reason } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type !== 'AgentExited') return { status: 'running', facts: event.data };
    return state.status === 'none' ? state : { status: 'exited', facts: state.facts, reason: event.data.reason };
  },
};
