import type { AccountId, AgentTokenView } from '@assay/contract';
import type { Db } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { after, type Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';
import { inRounds } from '../inRounds.ts';
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

/** What runner agents authenticate with. Only hashes are stored; a revoked token stops working at once. */
export type AgentTokens = {
  /**
   * @param wanted.accountId the account whose work the agent may do; null: every account of the installation
   * @param wanted.token a token made elsewhere (the local agent's); without it a new one is made
   * @returns the token, to be shown only once. Giving the same token again changes nothing and returns the same id.
   */
  create(wanted: { name: string; accountId: AccountId | null; token?: string }): Promise<{ id: string; token: string }>;
  /** @returns what the token stands for; null when it is unknown or revoked. */
  find(token: string): Promise<{ id: string; accountId: AccountId | null; name: string } | null>;
  /** @returns the account's own tokens, oldest first, without those of the installation. */
  list(accountId: AccountId): Promise<AgentTokenView[]>;
  /** @returns whether the account had such a token. */
  revoke(accountId: AccountId, id: string): Promise<boolean>;
};

export async function openAgentTokens(db: Db, now: Clock): Promise<AgentTokens> {
  const rows = db.collection<AgentTokenRow>('agentTokens');
  await rows.createIndexes([{ key: { tokenHash: 1 }, unique: true }, { key: { accountId: 1, createdAt: 1 } }]);
  /** Every agent call starts with this, so simultaneous ones share a query. */
  const rowOf = inRounds(async (hashes: readonly string[]) => {
    const found = await rows.find({ tokenHash: { $in: [...new Set(hashes)] } }).toArray();
    const byHash = new Map(found.map((row) => [row.tokenHash, row]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  });

  return {
    async create({ name, accountId, token = newToken() }) {
      const tokenHash = hashToken(token);
      const id = uuid();
      try {
        await rows.insertOne({ _id: id, tokenHash, name, accountId, createdAt: now(), lastUsedAt: null });
        return { id, token };
      } catch (error) {
        const existing = isDuplicateKey(error) ? await rows.findOne({ tokenHash }) : null;
        if (!existing) throw error;
        return { id: existing._id, token };
      }
    },

    async find(token) {
      const row = await rowOf(hashToken(token));
      if (!row) return null;
      const at = now();
      if (row.lastUsedAt === null || row.lastUsedAt <= after(at, -touchEveryMs)) {
        await rows.updateOne({ _id: row._id }, { $set: { lastUsedAt: at } });
      }
      return { id: row._id, accountId: row.accountId, name: row.name };
    },

    async list(accountId) {
      const found = await rows.find({ accountId }).sort({ createdAt: 1 }).toArray();
      return found.map((row) => ({
        id: row._id,
        name: row.name,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
    },

    async revoke(accountId, id) {
      const { deletedCount } = await rows.deleteOne({ _id: id, accountId });
      return deletedCount === 1;
    },
  };
}
