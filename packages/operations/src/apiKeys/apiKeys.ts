import type { AccountId, ApiKeyId, ApiKeyScope, ApiKeyView, NamedApiKeyView, UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { after, type Clock } from '../clock.ts';
import { hashToken, newToken } from '../secretToken.ts';

/** The prefix of every key, by which people and secret scanners recognise it. */
const prefix = 'assay_';
const shownEnd = 4;
/** A key in use is written at most this often. */
const touchEveryMs = 60_000;

type KeyFacts = {
  keyHash: string;
  /** The last characters, by which people tell keys apart. */
  end: string;
  createdBy: UserId;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** The account's own key, under the account's id: a new one replaces the old one. */
type AccountKeyRow = KeyFacts & { _id: string; keyId: ApiKeyId };

type NamedKeyRow = KeyFacts & {
  _id: string;
  accountId: AccountId;
  name: string;
  scope: ApiKeyScope;
  expiresAt: Date | null;
};

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const isNamed = (row: AccountKeyRow | NamedKeyRow): row is NamedKeyRow => 'accountId' in row;

export type NewApiKey = Pick<NamedApiKeyView, 'id' | 'name' | 'scope' | 'expiresAt'> & {
  accountId: AccountId;
  createdBy: UserId;
};

/** The identity behind a key. */
export type FoundApiKey = {
  id: ApiKeyId;
  accountId: AccountId;
  scope: ApiKeyScope;
  /** Null: the account's own. */
  name: string | null;
  /** Whether this is the key's first use today (UTC); true for only one of several concurrent uses. */
  isFirstOfDay: boolean;
};

/** A new key, as returned to its creator. */
export type MadeApiKey = Pick<NamedApiKeyView, 'end' | 'createdAt' | 'lastUsedAt'> & {
  accountId: AccountId;
  /** Null: the account's own. */
  name: string | null;
};

/** What programs authenticate with. Only hashes are stored; a key that was replaced or revoked stops working at once. */
export type ApiKeys = {
  /** @returns the account's own new key, to be shown only once. */
  generate(accountId: AccountId, createdBy: UserId): Promise<{ id: ApiKeyId; key: string }>;
  /** @returns a key that does not work until it is added. */
  make(): { key: string; end: string };
  /** Activates a named key. */
  add(key: string, facts: NewApiKey): Promise<void>;
  /** @returns whether a bearer token is an API key, known or not. */
  isKey(token: string): boolean;
  /** @returns the identity behind the key; null when it is unknown, expired, revoked or replaced. */
  find(key: string): Promise<FoundApiKey | null>;
  /** @returns the details of the account's own key without the key itself; null when it has none. */
  describe(accountId: AccountId): Promise<ApiKeyView | null>;
  /** @returns the account's named keys, newest first, expired ones too. */
  list(accountId: AccountId): Promise<(Omit<NamedApiKeyView, 'createdBy'> & { createdBy: UserId })[]>;
  /** @returns the keys that a person created and that are not revoked, of every account, oldest first. */
  madeBy(userId: UserId): Promise<MadeApiKey[]>;
  /** Revokes a named key of the account; idempotent. */
  revoke(accountId: AccountId, id: ApiKeyId): Promise<void>;
};

export async function openApiKeys(db: Db, now: Clock): Promise<ApiKeys> {
  const rows = db.collection<AccountKeyRow | NamedKeyRow>('apiKeys');
  await rows.createIndexes([{ key: { keyHash: 1 }, unique: true }, { key: { accountId: 1, createdAt: -1 } }]);

  const make = () => {
    const key = `${prefix}${newToken()}`;
    return { key, end: key.slice(-shownEnd) };
  };
  const newKeyOf = (createdBy: UserId) => ({ createdBy, createdAt: now(), lastUsedAt: null });

  /**
   * Records the last use of a key.
   * @returns whether this was its first use of the day
   */
  async function touched({ keyHash, lastUsedAt }: KeyFacts, at: Date): Promise<boolean> {
    if (lastUsedAt !== null && lastUsedAt > after(at, -touchEveryMs)) return false;
    const { modifiedCount } = await rows.updateOne({ keyHash, lastUsedAt }, { $set: { lastUsedAt: at } });
    return modifiedCount === 1 && (lastUsedAt === null || dayOf(lastUsedAt) !== dayOf(at));
  }

  return {
    make,

    async generate(accountId, createdBy) {
      const { key, end } = make();
      const keyId = uuid() as ApiKeyId;
      const row = { keyId, keyHash: hashToken(key), end, ...newKeyOf(createdBy) };
      await rows.replaceOne({ _id: accountId }, row, { upsert: true });
      return { id: keyId, key };
    },

    async add(key, { id: _id, accountId, name, scope, expiresAt, createdBy }) {
      await rows.insertOne({
        _id,
        accountId,
        name,
        scope,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        keyHash: hashToken(key),
        end: key.slice(-shownEnd),
        ...newKeyOf(createdBy),
      });
    },

    isKey: (token) => token.startsWith(prefix),

    async find(key) {
      const keyHash = hashToken(key);
      const row = await rows.findOne({ keyHash });
      const at = now();
      if (!row || (isNamed(row) && row.expiresAt !== null && row.expiresAt <= at)) return null;
      const isFirstOfDay = await touched(row, at);
      return isNamed(row)
        ? { id: row._id as ApiKeyId, accountId: row.accountId, scope: row.scope, name: row.name, isFirstOfDay }
        : { id: row.keyId, accountId: row._id as AccountId, scope: 'CI', name: null, isFirstOfDay };
    },

    async describe(accountId) {
      const row = await rows.findOne({ _id: accountId });
      if (!row || isNamed(row)) return null;
      const { keyId: id, end, createdAt, lastUsedAt } = row;
      return { id, end, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
    },

    async list(accountId) {
      const found = await rows.find({ accountId }).sort({ createdAt: -1 }).toArray();
      return found.filter(isNamed).map(({ _id, name, scope, end, createdBy, createdAt, expiresAt, lastUsedAt }) => ({
        id: _id as ApiKeyId,
        name,
        scope,
        end,
        createdBy,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }));
    },

    async madeBy(createdBy) {
      const found = await rows.find({ createdBy }).sort({ createdAt: 1 }).toArray();
      return found.map((row) => ({
        accountId: isNamed(row) ? row.accountId : (row._id as AccountId),
        name: isNamed(row) ? row.name : null,
        end: row.end,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
    },

    async revoke(accountId, id) {
      await rows.deleteOne({ _id: id, accountId });
    },
  };
}
