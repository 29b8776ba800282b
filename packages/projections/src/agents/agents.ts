import { type AccountId, type AgentCapabilities, type AgentId, topics } from '@assay/contract';
import type { Actor, RecordedEvent } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

/** Why an agent takes no more work, or is gone. */
export type Departure = {
  /** Since when it takes none. */
  since: string;
  /** What staff ordered; null: it began by itself. */
  order: { kind: 'stop' | 'replace'; actor: Actor; reason: string | null } | null;
  exitedAt: string | null;
  /** Whether it fell silent, and the last heartbeat if that is recorded. */
  isLost: boolean;
  lastSeenAt: string | null;
};

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
  departure: Departure | null;
  createdAt: string;
  updatedAt: string;
};

const goingOn = { order: null, exitedAt: null, isLost: false, lastSeenAt: null };

/** @returns the departure with what the event adds to it */
function departing(known: Departure | null, event: RecordedEvent): Departure | null {
  const { occurredAt: at, actor } = event.envelope;
  const begun = known ?? { since: at, ...goingOn };
  switch (event.type) {
    case 'AgentDrainingStarted':
      return begun;
    case 'AgentStopRequested':
      return { ...begun, order: { kind: 'stop', actor, reason: event.data.staffReason } };
    case 'AgentReplaced':
      return { ...begun, order: { kind: 'replace', actor, reason: event.data.staffReason } };
    case 'AgentExited': {
      const { reason, lastSeenAt } = event.data;
      return { ...begun, exitedAt: at, isLost: reason === 'silent', lastSeenAt };
    }
    case 'AgentReturned':
      // A replaced agent takes no work, although it is back.
      return known?.order?.kind === 'replace' ? { ...known, exitedAt: null, isLost: false, lastSeenAt: null } : null;
    default:
      return known;
  }
}

const none = { nonExitedRunners: 0, lastTestRunCompletedAt: null };

export const agents: Projection<AgentDocument> = {
  name: 'agents',
  version: 4,
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
        departure: null,
        createdAt: updatedAt,
        updatedAt,
      };
    }
    if (document === null) return null;
    const departure = departing(document.departure, event);
    switch (event.type) {
      case 'AgentReturned': {
        const { name, os, capacity, pool = null, version, capabilities } = event.data;
        const facts = { name, os, capacity, pool, version, capabilities };
        return {
          ...document,
          ...facts,
          status: document.replacedById ? 'Deprecated' : 'Running',
          departure,
          updatedAt,
        };
      }
      case 'AgentDrainingStarted':
      case 'AgentStopRequested':
        return { ...document, status: document.replacedById ? 'Deprecated' : 'Draining', departure, updatedAt };
      case 'AgentReplaced':
        return { ...document, status: 'Deprecated', replacedById: event.data.replacedById, departure, updatedAt };
      case 'AgentExited':
        return { ...document, status: 'Exited', departure, updatedAt };
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
