import type { AgentId, RegisterAgentRequest } from '@assay/contract';
import type { AgentEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** What an agent offers. With a null pool it serves runs without a pool. */
export type AgentFacts = RegisterAgentRequest & { pool: string | null };

/** `replacedById`: the id to rejoin under, once a replacement was requested. */
export type AgentState =
  | { status: 'none' }
  | { status: 'running' | 'draining' | 'stopping'; facts: AgentFacts; replacedById: AgentId | null }
  | { status: 'exited'; facts: AgentFacts; reason: 'stopped' | 'silent'; replacedById: AgentId | null };

export type AgentCommand =
  | { type: 'registerAgent'; facts: RegisterAgentRequest }
  | { type: 'drainAgent' }
  | { type: 'stopAgent'; staffReason: string }
  | { type: 'replaceAgent'; replacedById: AgentId; staffReason: string }
  | { type: 'exitAgent'; reason: 'stopped' }
  /** `lastSeenAt`: of its last heartbeat; ISO 8601. */
  | { type: 'exitAgent'; reason: 'silent'; lastSeenAt: string };

/** Fixes the order of the fields, so that equal facts serialize equally. */
function inOrder({ agentId, name, os, capacity, pool, version, capabilities }: RegisterAgentRequest): AgentFacts {
  const { chrome, nodejs, python, java, dotnet, containers, sandbox, isolationDefect } = capabilities;
  const { nodeVersions, pythonVersions } = capabilities;
  return {
    agentId,
    name,
    os,
    capacity,
    pool: pool ?? null,
    version,
    capabilities: {
      chrome,
      nodejs,
      python,
      java,
      dotnet,
      ...(containers === undefined ? {} : { containers }),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(isolationDefect === undefined ? {} : { isolationDefect }),
      ...(nodeVersions === undefined ? {} : { nodeVersions }),
      ...(pythonVersions === undefined ? {} : { pythonVersions }),
    },
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
      case 'stopAgent':
        if (state.status === 'none') throw new DomainError('agent.notFound');
        // Always allowed; an agent that is stopping or has exited needs no second request.
        if (state.status === 'exited' || state.status === 'stopping') return [];
        return [
          { type: 'AgentStopRequested', data: { agentId: state.facts.agentId, staffReason: command.staffReason } },
        ];
      case 'replaceAgent': {
        if (state.status === 'none') throw new DomainError('agent.notFound');
        if (state.replacedById !== null) throw new DomainError('agent.replaced');
        if (state.status === 'exited') throw new DomainError('agent.exited');
        const { replacedById, staffReason } = command;
        return [{ type: 'AgentReplaced', data: { agentId: state.facts.agentId, replacedById, staffReason } }];
      }
      case 'exitAgent':
        if (state.status === 'none') throw new DomainError('agent.notFound');
        if (state.status === 'exited') return [];
        return [
          {
            type: 'AgentExited',
            data: {
              agentId: state.facts.agentId,
              reason: command.reason,
              lastSeenAt: command.reason === 'silent' ? command.lastSeenAt : null,
            },
          },
        ];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'AgentRegistered' || event.type === 'AgentReturned') {
      // Agents registered before pools existed have none.
      const facts = { ...event.data, pool: event.data.pool ?? null };
      return { status: 'running', facts, replacedById: state.status === 'none' ? null : state.replacedById };
    }
    if (state.status === 'none') return state;
    const { facts, replacedById } = state;
    switch (event.type) {
      case 'AgentDrainingStarted':
        return { status: 'draining', facts, replacedById };
      case 'AgentStopRequested':
        return { status: 'stopping', facts, replacedById };
      case 'AgentReplaced':
        return { ...state, replacedById: event.data.replacedById };
      case 'AgentExited':
        return { status: 'exited', facts, reason: event.data.reason, replacedById };
      default:
        return never(event);
    }
  },
};
