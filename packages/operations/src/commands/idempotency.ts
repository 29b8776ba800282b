import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';

const keptMs = 24 * 3_600_000;
/** A request not reported as running for this long was cut off with its process; a repeat may do it again. */
const abandonedAfterMs = 6_000;

type IdempotencyRow = {
  /** SHA-256 of scope and key: keys are the callers' own and may be of any length. */
  _id: string;
  requestHash: string;
  answer: { statusCode: number; body: string } | null;
  /** When its process last reported that it is running. */
  seenRunningAt: Date;
  /** When the key was first used; a takeover does not change it. */
  firstBegunAt: Date;
  expiresAt: Date;
};

type Key = {
  /** The caller and route: the same key in another scope is another key. */
  scope: string;
  key: string;
};

/** Makes a POST safe to repeat: the first answer is stored for a day and returned again. */
export type Idempotency = {
  /**
   * `new`: do it, calling `stillRunning` every two seconds, then `complete`, `abandon` or `suspend`; `firstBegunAt` is
   * the same for every attempt with this key. `done`: return this answer again. `running`: the first one has not ended
   * yet. `mismatch`: the key was used for another request.
   */
  begin(
    request: Key & { requestHash: string },
  ): Promise<
    | { state: 'new'; firstBegunAt: Date }
    | { state: 'done'; statusCode: number; body: string }
    | { state: 'mismatch' }
    | { state: 'running' }
  >;
  stillRunning(key: Key): Promise<void>;
  /** Stores the answer, unless one is stored already. */
  complete(answer: Key & { statusCode: number; body: string }): Promise<void>;
  /** Nothing was done: a repeat starts over. */
  abandon(key: Key): Promise<void>;
  /** It is unknown whether it was done: a repeat continues at once. */
  suspend(key: Key): Promise<void>;
};

export async function openIdempotency(db: Db, now: Clock): Promise<Idempotency> {
  const rows = db.collection<IdempotencyRow>('idempotency');
  await rows.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  const idOf = ({ scope, key }: Key) =>
    createHash('sha256')
      .update(JSON.stringify([scope, key]))
      .digest('hex');

  return {
    async begin(request) {
      const { requestHash } = request;
      const _id = idOf(request);
      const startedAt = now();
      const expiresAt = after(startedAt, keptMs);
      const fresh = { requestHash, answer: null, seenRunningAt: startedAt, firstBegunAt: startedAt, expiresAt };
      try {
        await rows.insertOne({ _id, ...fresh });
        return { state: 'new', firstBegunAt: startedAt };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // An expired row may still await the sweeper: it counts as gone.
      const lapsed = await rows.updateOne({ _id, expiresAt: { $lte: startedAt } }, { $set: fresh });
      if (lapsed.matchedCount === 1) return { state: 'new', firstBegunAt: startedAt };
      const takenOver = await rows.findOneAndUpdate(
        { _id, requestHash, answer: null, seenRunningAt: { $lte: after(startedAt, -abandonedAfterMs) } },
        { $set: { seenRunningAt: startedAt, expiresAt } },
      );
      if (takenOver) return { state: 'new', firstBegunAt: takenOver.firstBegunAt };
      const row = await rows.findOne({ _id });
      // Abandoned or swept between the two: the caller's next attempt finds it free.
      if (!row) return { state: 'running' };
      if (row.requestHash !== requestHash) return { state: 'mismatch' };
      return row.answer ? { state: 'done', ...row.answer } : { state: 'running' };
    },

    async stillRunning(key) {
      await rows.updateOne({ _id: idOf(key), answer: null }, { $set: { seenRunningAt: now() } });
    },

    async complete({ statusCode, body, ...key }) {
      await rows.updateOne({ _id: idOf(key), answer: null }, { $set: { answer: { statusCode, body } } });
    },

    async abandon(key) {
      await rows.deleteOne({ _id: idOf(key), answer: null });
    },

    async suspend(key) {
      await rows.updateOne({ _id: idOf(key), answer: null }, { $set: { seenRunningAt: new Date(0) } });
    },
  };
}
