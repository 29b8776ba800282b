import type { AccountId, ProjectId, SharedLinkId, TestRunId, UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';

/** A link in use is written at most this often. */
const touchEveryMs = 60_000;

export type SharedLink = {
  id: SharedLinkId;
  accountId: AccountId;
  testRunId: TestRunId;
  testRunNumber: number;
  projectId: ProjectId;
  /** Null: an API key. */
  createdBy: UserId | null;
  createdAt: Date;
  expiresAt: Date;
  includesScreenshots: boolean;
  includesOutput: boolean;
  lastUsedAt: Date | null;
};

type SharedLinkRow = Omit<SharedLink, 'id'> & { _id: SharedLinkId };

function linkOf({ _id: id, ...facts }: SharedLinkRow): SharedLink {
  return { id, ...facts };
}

/** The links that show test runs without signing in, without their secrets, which are computed. */
export type SharedLinks = {
  /** Activates a link and removes the account's expired ones. */
  add(link: Omit<SharedLink, 'createdAt' | 'lastUsedAt'>): Promise<void>;
  /** @returns the link, whose use is noted; null when it is unknown, expired or revoked */
  use(id: string): Promise<SharedLink | null>;
  /** @returns the account's links that work, of one run or of all, newest first */
  list(accountId: AccountId, testRunId: TestRunId | null): Promise<SharedLink[]>;
  /** @returns the links that a person created and that are still stored, of every account, oldest first */
  madeBy(userId: UserId): Promise<SharedLink[]>;
  /** Revokes a link of the account; idempotent. */
  revoke(accountId: AccountId, id: SharedLinkId): Promise<void>;
};

export async function openSharedLinks(db: Db, now: Clock): Promise<SharedLinks> {
  const rows = db.collection<SharedLinkRow>('sharedLinks');
  await rows.createIndexes([{ key: { accountId: 1, testRunId: 1 } }]);

  return {
    async add({ id: _id, ...facts }) {
      const createdAt = now();
      await rows.deleteMany({ accountId: facts.accountId, expiresAt: { $lte: createdAt } });
      await rows.insertOne({ _id, ...facts, createdAt, lastUsedAt: null });
    },

    async use(id) {
      const at = now();
      const row = await rows.findOne({ _id: id as SharedLinkId, expiresAt: { $gt: at } });
      if (!row) return null;
      const { lastUsedAt } = row;
      if (lastUsedAt === null || lastUsedAt <= after(at, -touchEveryMs)) {
        await rows.updateOne({ _id: row._id, lastUsedAt }, { $set: { lastUsedAt: at } });
      }
      return linkOf(row);
    },

    async list(accountId, testRunId) {
      const filter = { accountId, ...(testRunId !== null && { testRunId }), expiresAt: { $gt: now() } };
      const found = await rows.find(filter).sort({ createdAt: -1, _id: -1 }).toArray();
      return found.map(linkOf);
    },

    async madeBy(createdBy) {
      const found = await rows.find({ createdBy }).sort({ createdAt: 1 }).toArray();
      return found.map(linkOf);
    },

    async revoke(accountId, id) {
      await rows.deleteOne({ _id: id, accountId });
    },
  };
}
