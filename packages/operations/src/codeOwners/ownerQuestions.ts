import { setTimeout as delay } from 'node:timers/promises';
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
  /** Until when the one who claimed it has for its answer. */
  claimedUntil: Date;
  expiresAt: Date;
};

/** Questions of processes that read no repositories, to those that do. */
export type OwnerQuestions = {
  /**
   * Asks once for each id, and waits for the answer.
   * @returns null when there was no answer in time
   */
  ask(id: string, question: OwnerQuestion, waitMs: number, signal: AbortSignal): Promise<OwnersOfFiles | null>;
  /** @returns the oldest question that is not being answered; null: no question */
  claim(): Promise<(OwnerQuestion & { id: string }) | null>;
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
      const row = { _id, ...question, owners: null, claimedUntil: now(), expiresAt: after(now(), keptMs) };
      await ignoringDuplicates(rows.insertOne(row));
      const deadline = performance.now() + waitMs;
      while (!signal.aborted) {
        const owners = (await rows.findOne({ _id }, { projection: { owners: 1 } }))?.owners ?? null;
        if (owners !== null || performance.now() >= deadline) return owners;
        await delay(lookMs, undefined, { signal }).catch(() => undefined);
      }
      return null;
    },

    async claim() {
      const filter = { owners: null, claimedUntil: { $lte: now() }, expiresAt: { $gt: now() } };
      const claimed = { $set: { claimedUntil: after(now(), claimMs) } };
      const row = await rows.findOneAndUpdate(filter, claimed, { sort: { expiresAt: 1 } });
      if (row === null) return null;
      const { _id: id, accountId, projectId, commit, files } = row;
      return { id, accountId, projectId, commit, files };
    },

    answer: async (_id, owners) => void (await rows.updateOne({ _id }, { $set: { owners } })),
  };
}
