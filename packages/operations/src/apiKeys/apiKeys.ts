import type { AccountId, ApiKeyView, UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { after, type Clock } from '../clock.ts';
import { hashToken, newToken } from '../secretToken.ts';

/** The prefix of every key, by which people and secret scanners recognise it. */
const prefix = 'assay_';
const shownEnd = 4;
/** A key in use is written at most this often. */
const touchEveryMs = 60_000;

/** One row per account: a new key replaces the old one. */
type ApiKeyRow = {
  _id: AccountId;
  keyId: string;
  keyHash: string;
  /** The last characters, by which people tell keys apart. */
  end: string;
  createdBy: UserId;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** What CI jobs authenticate with. Only the hash is stored; a replaced key stops working at once. */
export type ApiKeys = {
  /** @returns the account's new key, to be shown only once. */
  generate(accountId: AccountId, createdBy: UserId): Promise<{ id: string; key: string }>;
  /** @returns whether a bearer token is an API key, known or not. */
  isKey(token: string): boolean;
  /** @returns what the key stands for; null when it is unknown or was replaced. */
  find(key: string): Promise<{ id: string; accountId: AccountId } | null>;
  /** @returns the details of the account's key without the key itself; null when it has none. */
  describe(accountId: AccountId): Promise<ApiKeyView | null>;
};

export async function openApiKeys(db: Db, now: Clock): Promise<ApiKeys> {
  const rows = db.collection<ApiKeyRow>('apiKeys');
  await rows.createIndexes([{ key: { keyHash: 1 }, unique: true }]);

  return {
    async generate(accountId, createdBy) {
      const key = `${prefix}${newToken()}`;
      const [keyId, end] = [uuid(), key.slice(-shownEnd)];
      const row = { keyId, keyHash: hashToken(key), end, createdBy, createdAt: now(), lastUsedAt: null };
      await rows.replaceOne({ _id: accountId }, row, { upsert: true });
      return { id: keyId, key };
    },

    isKey: (token) => token.startsWith(prefix),

    async find(key) {
      const row = await rows.findOne({ keyHash: hashToken(key) });
      if (!row) return null;
      const at = now();
      if (row.lastUsedAt === null || row.lastUsedAt <= after(at, -touchEveryMs)) {
        await rows.updateOne({ _id: row._id, keyId: row.keyId }, { $set: { lastUsedAt: at } });
      }
      return { id: row.keyId, accountId: row._id };
    },

    async describe(accountId) {
      const row = await rows.findOne({ _id: accountId });
      if (!row) return null;
      const { keyId: id, end, createdAt, lastUsedAt } = row;
      return { id, end, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
    },
  };
}
