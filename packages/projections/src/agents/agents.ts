import { type AccountId, type AgentCapabilities, type AgentId, topics } from '@assay/contract';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type AgentDocument = ReadModelDocument & {
  /** Null: an agent of the installation, which works for every account. */
  accountId: AccountId | null;
  agentId: AgentId;
  name: string;
  os: 'LINUX' | 'WINDOWS' | 'MACOS';
  status: 'Running' | 'Draining' | 'Deprecated' | 'Exited';
  capacity: number;
  /** Name of the runner pool that its places belong to. */
  pool: string | null;
  version: string;
  capabilities: AgentCapabilities;
  /** Its work for each account. */
  work: Record<AccountId, { nonExitedRunners: number; lastTestRunCompletedAt: string | null }>;
  /** The id under which it joins again. */
  replacedById: AgentId | null;
  createdAt: string;
  updatedAt: string;
};

const none = { nonExitedRunners: 0, lastTestRunCompletedAt: null };

export const agents: Projection<AgentDocument> = {
  name: 'agents',
  version: 3,
  indexes: [{ accountId: 1, name: 1 }],
  acrossAccounts: true,
  idsOf: (event) => {
    switch (event.type) {
      case 'AgentRegistered':
      case 'AgentReturned':
      case 'AgentDrainingStarted':
      case 'AgentStopRequested':
      case 'AgentReplaced':
      case 'AgentExited':
      case 'TestRunnerCreated':
      case 'TestRunnerExited':
        return [event.data.agentId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { accountId, occurredAt: updatedAt } = event.envelope;
    if (event.type === 'AgentRegistered') {
      const { agentId, name, os, capacity, pool = null, version, capabilities } = event.data;
      return {
        accountId,
        agentId,
        name,
        os,
        status: 'Running',
        capacity,
        pool,
        version,
        capabilities,
        work: {},
        replacedById: null,
        createdAt: updatedAt,
        updatedAt,
      };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'AgentReturned': {
        const { name, os, capacity, pool = null, version, capabilities } = event.data;
        const facts = { name, os, capacity, pool, version, capabilities };
        return { ...document, ...facts, status: document.replacedById ? 'Deprecated' : 'Running', updatedAt };
      }
      case 'AgentDrainingStarted':
      case 'AgentStopRequested':
        return { ...document, status: document.replacedById ? 'Deprecated' : 'Draining', updatedAt };
      case 'AgentReplaced':
        return { ...document, status: 'Deprecated', replacedById: event.data.replacedById, updatedAt };
      case 'AgentExited':
        return { ...document, status: 'Exited', updatedAt };
      case 'TestRunnerCreated':
      case 'TestRunnerExited': {
        if (accountId === null) return document;
        const { nonExitedRunners, lastTestRunCompletedAt } = document.work[accountId] ?? none;
        const ofAccount =
          event.type === 'TestRunnerCreated'
            ? { nonExitedRunners: nonExitedRunners + 1, lastTestRunCompletedAt }
            : { nonExitedRunners: Math.max(0, nonExitedRunners - 1), lastTestRunCompletedAt: updatedAt };
        return { ...document, updatedAt, work: { ...document.work, [accountId]: ofAccount } };
      }
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, agentId }) => [{ accountId, topic: topics.agents, id: agentId }],
};
