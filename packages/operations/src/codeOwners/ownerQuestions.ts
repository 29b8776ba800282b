import { pollUntil } from '@assay/concurrency';
import type { AccountId, ProjectId, UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { ignoringDuplicates } from '../duplicateKey.ts';

/** Which members own files of a commit, as tests name them. */
export type OwnerQuestion = { accountId: AccountId; projectId: ProjectId; commit: string; files: string[] };

/** The owners of files; files without an owner in the account are left out. */
export type OwnersOfFiles = readonly { file: string; userIds: UserId[] }[];

type Row = OwnerQuestion & {
  _id: string;
  owners: OwnersOfFiles | null;
  /** Until when someone waits for the answer. */
  askedUntil: Date;
  /** Until when the one who claimed it has for its answer. */
  claimedUntil: Date;
  expiresAt: Date;
};

/** @property waitMs how long its answer is waited for */
export type ClaimedQuestion = OwnerQuestion & { id: string; waitMs: number };

/** Questions of processes that read no repositories, to those that do. */
export type OwnerQuestions = {
  /**
   * Asks once for each id, and waits for the answer. A later call with the id waits for the same answer.
   * @returns null when there was no answer in time
   */
  ask(id: string, question: OwnerQuestion, waitMs: number, signal: AbortSignal): Promise<OwnersOfFiles | null>;
  /**
   * @param busy accounts whose questions are left to others
   * @returns the oldest question that is not being answered and whose answer is still waited for; null: no question
   */
  claim(busy: readonly AccountId[]): Promise<ClaimedQuestion | null>;
  /** Gives a claimed question back: it can be claimed again, `afterMs` later, while its answer is waited for. */
  release(id: string, afterMs?: number): Promise<void>;
  answer(id: string, owners: OwnersOfFiles): Promise<void>;
};

const keptMs = 10 * 60_000;
const claimMs = 60_000;
const lookMs = 200;

export async function openOwnerQuestions(db: Db, now: Clock): Promise<OwnerQuestions> {
  const rows = db.collection<Row>('ownerQuestions');
  await rows.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }, { key: { owners: 1, expiresAt: 1 } }]);
  return {
    async ask(_id, question, waitMs, signal) {
      const askedUntil = after(now(), waitMs);
      const row = { _id, ...question, owners: null, askedUntil, claimedUntil: now(), expiresAt: after(now(), keptMs) };
      await ignoringDuplicates(rows.insertOne(row));
      await rows.updateOne({ _id }, { $max: { askedUntil } });
      const read = async () => (await rows.findOne({ _id }, { projection: { owners: 1 } }))?.owners ?? null;
      return pollUntil(read, (owners) => owners !== null, { everyMs: lookMs, timeoutMs: waitMs, signal });
    },

    async claim(busy) {
      const at = now();
      const isOpen = { owners: null, askedUntil: { $gt: at }, claimedUntil: { $lte: at } };
      const filter = { ...isOpen, accountId: { $nin: busy } };
      const claimed = { $set: { claimedUntil: after(at, claimMs) } };
      const row = await rows.findOneAndUpdate(filter, claimed, { sort: { expiresAt: 1 } });
      if (row === null) return null;
      const { _id: id, accountId, projectId, commit, files, askedUntil } = row;
      return { id, accountId, projectId, commit, files, waitMs: askedUntil.getTime() - at.getTime() };
    },

    release: async (_id, afterMs = 0) =>
      void (await rows.updateOne({ _id }, { $set: { claimedUntil: after(now(), afterMs) } })),

    answer: async (_id, owners) => void (await rows.updateOne({ _id }, { $set: { owners } })),
  };
}
