import type { AgentId } from '@assay/contract';
import type { Db } from 'mongodb';
import { isDuplicateKey } from '../duplicateKey.ts';

type AgentIdentityRow = { _id: AgentId; tokenId: string };

/** An agent's token does not change while it runs: a result is trusted for this long without asking again. */
const trustedForMs = 60_000;
const identitiesInMemory = 10_000;

/**
 * Which token each agent id belongs to. An id belongs to the token that first registers it, so no agent can impersonate
 * another one.
 */
export type AgentIdentities = {
  /**
   * Takes the id for the token if it is free or its token was revoked.
   * @returns whether the id now belongs to the token
   */
  take(agentId: AgentId, tokenId: string): Promise<boolean>;
  /** @returns whether the id belongs to the token. */
  isOf(agentId: AgentId, tokenId: string): Promise<boolean>;
};

export function openAgentIdentities(db: Db): AgentIdentities {
  const rows = db.collection<AgentIdentityRow>('agentIdentities');
  const tokens = db.collection<{ _id: string }>('agentTokens');
  const cache = new Map<AgentId, { tokenId: string; until: number }>();

  function remember(agentId: AgentId, tokenId: string): void {
    cache.delete(agentId);
    cache.set(agentId, { tokenId, until: performance.now() + trustedForMs });
    const oldest = cache.keys().next();
    if (cache.size > identitiesInMemory && !oldest.done) cache.delete(oldest.value);
  }

  async function insert(agentId: AgentId, tokenId: string): Promise<boolean> {
    try {
      await rows.insertOne({ _id: agentId, tokenId });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return {
    async take(agentId, tokenId) {
      if (!(await insert(agentId, tokenId))) {
        const row = await rows.findOne({ _id: agentId });
        if (!row) return false;
        if (row.tokenId !== tokenId) {
          if (await tokens.findOne({ _id: row.tokenId }, { projection: { _id: 1 } })) return false;
          const { matchedCount } = await rows.updateOne({ _id: agentId, tokenId: row.tokenId }, { $set: { tokenId } });
          if (matchedCount === 0) return false;
        }
      }
      remember(agentId, tokenId);
      return true;
    },

    async isOf(agentId, tokenId) {
      const cached = cache.get(agentId);
      if (cached?.tokenId === tokenId && cached.until > performance.now()) return true;
      const row = await rows.findOne({ _id: agentId });
      if (row?.tokenId !== tokenId) return false;
      remember(agentId, tokenId);
      return true;
    },
  };
}
