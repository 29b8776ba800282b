import { batcher } from '@assay/concurrency';
import type { AccountId, BlobId } from '@assay/contract';
import type { Db } from 'mongodb';
import type { Blobs } from '../blobs/blobs.ts';
import { after, type Clock } from '../clock.ts';
import type { Checkpoints } from '../processes/checkpoints.ts';
import { type RemovedPart, removeLeftovers, removeStored } from './removeStored.ts';
import { openRetentionSweeps, type RetentionSweeps } from './retentionSweeps.ts';
import {
  dayIdOf,
  dayOf,
  incomingPart,
  openStoredRows,
  partIdOf,
  referenceIdOf,
  type StorageOwner,
  type StoredDayRow,
  type StoredKind,
  type StoredPartRow,
} from './storedRows.ts';

/** Content that nobody has named by then is not waited for. It is looked for again when it is named. */
const incomingMs = 24 * 3_600_000;

/** How far the log was read for what was stored before references were kept; `stockTaken` at the end. */
export const stockCheckpoint = 'storage.stock';
export const stockTaken = 'taken';

export type HeldBlob = { blobId: BlobId; size: number };
export type StoredDay = Omit<StoredDayRow, '_id'>;
export type StoredPart = StoredPartRow;

/** What has which content, how large it is, and what is to go. */
export type Storage = {
  /**
   * Says that something has these contents. To be called before each content is stored or looked for, and before any
   * event names it: from then on the content stays. Repeating it changes nothing.
   * @param at when it came, if not now
   */
  hold(owner: StorageOwner, blobs: readonly HeldBlob[], at?: Date): Promise<void>;
  /** Says that a content is coming that will be named a little later. To be called before it is stored. */
  holdIncoming(blobId: BlobId): Promise<void>;
  /** Says that contents which were coming are held by what they belong to. */
  haveCome(blobIds: readonly BlobId[]): Promise<void>;
  /** @returns the sizes of what an account has, by project, kind and day, oldest first. */
  daysOf(accountId: AccountId): Promise<StoredDay[]>;
  /**
   * The parts of an account of one kind that are older than a time, oldest first.
   * @param from leaves out what is older than this part, and itself
   */
  partsBefore(
    accountId: AccountId,
    kind: StoredKind,
    before: Date,
    page: { from: StoredPart | null; limit: number },
  ): Promise<StoredPart[]>;
  /**
   * Removes a part, and the contents that nothing else has. May be repeated after it was interrupted.
   * @returns the bytes that the disk got back; `complete` is false when a content is just being stored again: later then
   */
  remove(part: StoredPart): Promise<RemovedPart>;
  /** Forgets sizes of what is not there: a process that was killed may have left some. To be called when no part is left. */
  forgetDaysBefore(accountId: AccountId, kind: StoredKind, before: Date): Promise<void>;
  /** Finishes what a process was killed in. Only one process may remove at a time. */
  finishRemovals(): Promise<void>;
  /** @returns whether what was stored before references were kept is known: until then nothing may be removed. */
  isStockTaken(): Promise<boolean>;
  sweeps: RetentionSweeps;
};

type Growth = { part: Omit<StoredPartRow, 'at' | 'bytes' | 'items'>; at: Date; bytes: number; items: number };

/** The sizes of contents by the ids of their references from a part. */
type Named = { part: string; sizes: ReadonlyMap<string, number> };

export async function openStorage(
  db: Db,
  { blobs, checkpoints }: { blobs: Blobs; checkpoints: Checkpoints },
  now: Clock,
): Promise<Storage> {
  const rows = await openStoredRows(db);
  const { references, parts, days } = rows;

  /** Adds references. @returns for each part the sizes of the contents that it did not have before */
  const refer = batcher(async (named: readonly Named[]) => {
    const wanted = named.flatMap(({ part, sizes }, asker) =>
      [...sizes].map(([_id, size]) => ({ asker, _id, part, size })),
    );
    const { upsertedIds } = await references.bulkWrite(
      wanted.map(({ _id, part, size }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: { part, size } }, upsert: true },
      })),
      { ordered: false },
    );
    const added = named.map((): number[] => []);
    for (const index of Object.keys(upsertedIds)) {
      const reference = wanted[Number(index)];
      if (reference) added[reference.asker]?.push(reference.size);
    }
    return added;
  });

  /** Adds to parts and to their days. @returns nothing: a lost addition makes a size too small, and nothing else. */
  const grow = batcher(async (growths: readonly Growth[]) => {
    const byPart = new Map<string, Growth>();
    for (const growth of growths) {
      const known = byPart.get(growth.part._id);
      if (!known) byPart.set(growth.part._id, { ...growth });
      else [known.bytes, known.items] = [known.bytes + growth.bytes, known.items + growth.items];
    }
    const ids = [...byPart.keys()];
    const { upsertedIds } = await parts.bulkWrite(
      [...byPart.values()].map(({ part: { _id, ...fields }, at, bytes, items }) => ({
        updateOne: {
          filter: { _id },
          update: { $inc: { bytes, items }, $setOnInsert: { ...fields, at } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    const isNew = new Set(Object.values(upsertedIds).map(String));
    const older = ids.filter((id) => !isNew.has(id));
    const found = older.length === 0 ? [] : await parts.find({ _id: { $in: older } }).toArray();
    const begunAt = new Map(found.map((part) => [part._id, part.at]));
    await days.bulkWrite(
      [...byPart.values()].map(({ part, at: grownAt, bytes }) => {
        const { accountId, projectId, kind } = part;
        const at = begunAt.get(part._id) ?? grownAt;
        return {
          updateOne: {
            filter: { _id: dayIdOf({ accountId, projectId, kind, at }) },
            update: {
              $inc: { bytes, parts: isNew.has(part._id) ? 1 : 0 },
              $setOnInsert: { accountId, projectId, kind, day: dayOf(at) },
            },
            upsert: true,
          },
        };
      }),
      { ordered: false },
    );
    return growths.map(() => undefined);
  });

  return {
    async hold({ accountId, projectId, kind, id }, held, at = now()) {
      if (held.length === 0) return;
      const part = partIdOf({ id, kind });
      const sizes = new Map(held.map(({ blobId, size }) => [referenceIdOf(blobId, part), size]));
      const added = await refer({ part, sizes });
      if (added.length === 0) return;
      const bytes = added.reduce((sum, size) => sum + size, 0);
      await grow({ part: { _id: part, accountId, projectId, kind, ownerId: id }, at, bytes, items: added.length });
    },

    async holdIncoming(blobId) {
      const expiresAt = after(now(), incomingMs);
      const _id = referenceIdOf(blobId, incomingPart);
      await references.updateOne({ _id }, { $set: { expiresAt, size: 0 } }, { upsert: true });
    },

    async haveCome(blobIds) {
      if (blobIds.length === 0) return;
      await references.deleteMany({ _id: { $in: blobIds.map((blobId) => referenceIdOf(blobId, incomingPart)) } });
    },

    daysOf: async (accountId) =>
      days
        .find({ accountId }, { projection: { _id: 0 } })
        .sort({ day: 1 })
        .toArray(),

    async partsBefore(accountId, kind, before, { from, limit }) {
      const later = from ? { $or: [{ at: { $gt: from.at } }, { at: from.at, _id: { $gt: from._id } }] } : {};
      const at = from ? { $lt: before, $gte: from.at } : { $lt: before };
      return parts
        .find({ accountId, kind, at, ...later })
        .sort({ at: 1, _id: 1 })
        .limit(limit)
        .toArray();
    },

    remove: (part) => removeStored(rows, blobs, db, part),
    forgetDaysBefore: async (accountId, kind, before) => {
      if (await parts.findOne({ accountId, kind, at: { $lt: before } }, { projection: { _id: 1 } })) return;
      await days.deleteMany({ accountId, kind, day: { $lt: dayOf(before) } });
    },
    finishRemovals: () => removeLeftovers(rows, blobs),
    isStockTaken: async () => (await checkpoints.read(stockCheckpoint)) === stockTaken,
    sweeps: await openRetentionSweeps(db, now),
  };
}
