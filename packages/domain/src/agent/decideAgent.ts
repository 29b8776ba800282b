import type { RegisterAgentRequest } from '@assay/contract';
import type { AgentEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** What an agent offers; a null pool: it serves runs of no pool. */
export type AgentFacts = RegisterAgentRequest & { pool: string | null };

export type AgentState =
  | { status: 'none' }
  | { status: 'running' | 'draining'; facts: AgentFacts }
  | { status: 'exited'; facts: AgentFacts; reason: 'stopped' | 'silent' };

export type AgentCommand =
  | { type: 'registerAgent'; facts: RegisterAgentRequest }
  | { type: 'drainAgent' }
  | { type: 'exitAgent'; reason: 'stopped' | 'silent' };

/** The fields in one order, so that two that say the same look the same. */
function inOrder({ agentId, name, os, capacity, pool, version, capabilities }: RegisterAgentRequest): AgentFacts {
  const { chrome, nodejs, python, java, dotnet } = capabilities;
  return {
    agentId,
    name,
    os,
    capacity,
    pool: pool ?? null,
    version,
    capabilities: { chrome, nodejs, python, java, dotnet },
  };
}

/** State changes only: heartbeats are operational state, not facts. */
export const agentDecider: Decider<AgentState, AgentCommand, AgentEvent> = {
  category: 'agent',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'registerAgent': {
        const data = inOrder(command.facts);
        if (state.status === 'none') return [{ type: 'AgentRegistered', data }];
        const same = JSON.stringify(inOrder(state.facts)) === JSON.stringify(data);
        return state.status === 'running' && same ? [] : [{ type: 'AgentReturned', data }];
      }
      case 'drainAgent':
        return state.status === 'running'
          ? [{ type: 'AgentDrainingStarted', data: { agentId: state.facts.agentId } }]
          : [];
      case 'exitAgent':
        if (state.status === 'none') throw new DomainError('agent.notFound');
        if (state.status === 'exited') return [];
        return [{ type: 'AgentExited', data: { agentId: state.facts.agentId, reason: command.reason } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'AgentRegistered' || event.type === 'AgentReturned') {
      // An agent may have registered before there were pools.
      return { status: 'running', facts: { ...event.data, pool: event.data.pool ?? null } };
    }
    if (state.status === 'none') return state;
    const { facts } = state;
    if (event.type === 'AgentDrainingStarted') return { status: 'draining', facts };
    return { status: 'exited', facts, reason: event.data.reason };
  },
};
