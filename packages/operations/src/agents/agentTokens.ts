import { batcher } from '@assay/concurrency';
import type { AccountId, AgentTokenId, AgentTokenView } from '@assay/contract';
import type { Db } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { after, type Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';
import { hashToken, newToken } from '../secretToken.ts';

/** A token in use is written at most this often. */
const touchEveryMs = 60_000;

type AgentTokenRow = {
  _id: string;
  tokenHash: string;
  name: string;
  accountId: AccountId | null;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** The identity behind a token. */
export type FoundAgentToken = {
  id: AgentTokenId;
  /** Null: every account of the installation. */
  accountId: AccountId | null;
  name: string;
  /** Whether this is the token's first use; true for only one of several concurrent uses. */
  isFirst: boolean;
};

/** What runner agents authenticate with. Only hashes are stored; a revoked token stops working at once. */
export type AgentTokens = {
  /**
   * @param wanted.accountId the account whose work the agent may do; null: every account of the installation
   * @param wanted.id without it, a new one
   * @param wanted.token a token made elsewhere (the local agent's); without it a new one is made
   * @returns the token, to be shown only once. Giving the same token again changes nothing and returns the same id.
   */
  create(wanted: {
    id?: AgentTokenId;
    name: string;
    accountId: AccountId | null;
    token?: string;
  }): Promise<{ id: AgentTokenId; token: string }>;
  /** @returns the identity behind the token; null when it is unknown or revoked. */
  find(token: string): Promise<FoundAgentToken | null>;
  /** @returns the account's own tokens, oldest first, without those of the installation. */
  list(accountId: AccountId): Promise<AgentTokenView[]>;
  /** @returns the name of the token; null when the account has no token with that id. */
  revoke(accountId: AccountId, id: AgentTokenId): Promise<string | null>;
};

export async function openAgentTokens(db: Db, now: Clock): Promise<AgentTokens> {
  const rows = db.collection<AgentTokenRow>('agentTokens');
  await rows.createIndexes([{ key: { tokenHash: 1 }, unique: true }, { key: { accountId: 1, createdAt: 1 } }]);
  /** Every agent call starts with this, so simultaneous ones share a query. */
  const rowOf = batcher(async (hashes: readonly string[]) => {
    const found = await rows.find({ tokenHash: { $in: [...new Set(hashes)] } }).toArray();
    const byHash = new Map(found.map((row) => [row.tokenHash, row]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  });

  return {
    async create({ id = uuid() as AgentTokenId, name, accountId, token = newToken() }) {
      const tokenHash = hashToken(token);
      try {
        await rows.insertOne({ _id: id, tokenHash, name, accountId, createdAt: now(), lastUsedAt: null });
        return { id, token };
      } catch (error) {
        const existing = isDuplicateKey(error) ? await rows.findOne({ tokenHash }) : null;
        if (!existing) throw error;
        return { id: existing._id as AgentTokenId, token };
      }
    },

    async find(token) {
      const row = await rowOf(hashToken(token));
      if (!row) return null;
      const at = now();
      const { _id, lastUsedAt, accountId, name } = row;
      let isFirst = false;
      if (lastUsedAt === null || lastUsedAt <= after(at, -touchEveryMs)) {
        const { modifiedCount } = await rows.updateOne({ _id, lastUsedAt }, { $set: { lastUsedAt: at } });
        isFirst = lastUsedAt === null && modifiedCount === 1;
      }
      return { id: _id as AgentTokenId, accountId, name, isFirst };
    },

    async list(accountId) {
      const found = await rows.find({ accountId }).sort({ createdAt: 1 }).toArray();
      return found.map((row) => ({
        id: row._id as AgentTokenId,
        name: row.name,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
    },

    async revoke(accountId, id) {
      const row = await rows.findOneAndDelete({ _id: id, accountId });
      return row?.name ?? null;
    },
  };
}
