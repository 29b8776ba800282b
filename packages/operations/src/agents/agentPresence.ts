import type { AccountId, AgentId } from '@assay/contract';
import type { Db } from 'mongodb';
import type { Clock } from '../clock.ts';

type AgentPresenceRow = {
  _id: AgentId;
  accountId: AccountId | null;
  availableDiskSpace: number | null;
  diskSize?: number;
  lastSeenAt: Date;
};

export type AgentSighting = {
  agentId: AgentId;
  accountId: AccountId | null;
  /** Bytes; null until reported. */
  availableDiskSpace: number | null;
  /** Bytes; missing until reported. */
  diskSize?: number;
  lastSeenAt: Date;
};

/** When each agent was last heard from. Heartbeats are not events: only their consequences are. */
export type AgentPresence = {
  seen(agentId: AgentId, sighting: Omit<AgentSighting, 'agentId' | 'lastSeenAt'>): Promise<void>;
  list(): Promise<AgentSighting[]>;
  /** @returns the agents last heard from before that time, longest silent first. */
  silentSince(date: Date): Promise<AgentSighting[]>;
  forget(agentId: AgentId): Promise<void>;
};

export async function openAgentPresence(db: Db, now: Clock): Promise<AgentPresence> {
  const rows = db.collection<AgentPresenceRow>('agentPresence');
  await rows.createIndexes([{ key: { lastSeenAt: 1 } }]);
  const sightingOf = ({ _id, ...rest }: AgentPresenceRow): AgentSighting => ({ agentId: _id, ...rest });

  return {
    async seen(agentId, sighting) {
      await rows.replaceOne({ _id: agentId }, { ...sighting, lastSeenAt: now() }, { upsert: true });
    },

    async list() {
      return (await rows.find().sort({ _id: 1 }).toArray()).map(sightingOf);
    },

    async silentSince(date) {
      const silent = rows.find({ lastSeenAt: { $lt: date } }).sort({ lastSeenAt: 1 });
      return (await silent.toArray()).map(sightingOf);
    },

    async forget(agentId) {
      await rows.deleteOne({ _id: agentId });
    },
  };
}
