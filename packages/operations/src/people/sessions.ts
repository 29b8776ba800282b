import type { UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { after, type Clock } from '../clock.ts';
import { hashToken, newToken } from '../secretToken.ts';

const dayMs = 24 * 3_600_000;
const idleMs = 30 * dayMs;
/** However much it is used. */
const oldestMs = 90 * dayMs;
/** A session in use is written at most this often. */
const touchEveryMs = 3_600_000;

type SessionRow = {
  /** SHA-256 of the token, hex. */
  _id: string;
  sessionId: string;
  userId: UserId;
  startedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
};

/** Who is signed in. A session ends 30 days after its last use, 90 days after its start at the latest; only hashes of tokens are stored. */
export type Sessions = {
  /** @returns the token that the browser keeps: opaque, 32 random bytes as base64url. It cannot be read again. */
  start(userId: UserId): Promise<string>;
  /** @returns the token's person; null when it is unknown, ended or lapsed. */
  find(token: string): Promise<{ sessionId: string; userId: UserId } | null>;
  /** Ends one session; ending it twice is harmless. */
  end(token: string): Promise<void>;
  /** Ends every session of a person, such as after a password change. */
  endAllOf(userId: UserId): Promise<void>;
};

export async function openSessions(db: Db, now: Clock): Promise<Sessions> {
  const rows = db.collection<SessionRow>('sessions');
  await rows.createIndexes([{ key: { userId: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);

  return {
    async start(userId) {
      const token = newToken();
      const at = now();
      await rows.insertOne({
        _id: hashToken(token),
        sessionId: uuid(),
        userId,
        startedAt: at,
        lastUsedAt: at,
        expiresAt: after(at, idleMs),
      });
      return token;
    },

    async find(token) {
      const at = now();
      // The sweeper of lapsed rows runs once a minute, so the time is checked here too.
      const row = await rows.findOne({ _id: hashToken(token), expiresAt: { $gt: at } });
      if (!row) return null;
      if (at.getTime() - row.lastUsedAt.getTime() >= touchEveryMs) {
        const expiresAt = new Date(Math.min(at.getTime() + idleMs, row.startedAt.getTime() + oldestMs));
        await rows.updateOne({ _id: row._id }, { $set: { lastUsedAt: at, expiresAt } });
      }
      return { sessionId: row.sessionId, userId: row.userId };
    },

    async end(token) {
      await rows.deleteOne({ _id: hashToken(token) });
    },

    async endAllOf(userId) {
      await rows.deleteMany({ userId });
    },
  };
}
