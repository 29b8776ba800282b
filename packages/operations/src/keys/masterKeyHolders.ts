import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';

type HolderRow = {
  _id: string;
  host: string;
  pid: number;
  /** Check values of the available master keys. */
  holds: string[];
  /** Check value of the wrapping key. */
  wrapsBy: string;
  expiresAt: Date;
};

export type Holder = Pick<HolderRow, 'host' | 'pid' | 'holds' | 'wrapsBy'>;

const renewedMs = 10_000;
/** A crashed process counts as running for this long. */
const expiresMs = 40_000;
const leaveMs = 1_000;

function holderRows(db: Db) {
  return db.collection<HolderRow>('masterKeyHolders');
}

/** @returns the processes that have operational state open */
export function findHolders(db: Db, now: Clock): Promise<Holder[]> {
  return holderRows(db)
    .find({ expiresAt: { $gt: now() } })
    .toArray();
}

/** Announces which keys this process has to a rotation. */
export async function openHolder(db: Db, now: Clock) {
  const rows = holderRows(db);
  await rows.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  const _id = randomUUID();
  let told = '';
  let renewAt = new Date(0);

  return {
    async tell(holds: string[], wrapsBy: string): Promise<void> {
      const news = [...holds, wrapsBy].join();
      if (news === told && now() < renewAt) return;
      const row = { host: hostname(), pid: process.pid, holds, wrapsBy, expiresAt: after(now(), expiresMs) };
      await rows.replaceOne({ _id }, row, { upsert: true });
      told = news;
      renewAt = after(now(), renewedMs);
    },
    /** A store that does not answer must not block: the row expires on its own. */
    async leave(): Promise<void> {
      await rows.deleteOne({ _id }, { timeoutMS: leaveMs }).catch(() => undefined);
    },
  };
}
