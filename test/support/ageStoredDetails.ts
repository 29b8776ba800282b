import type { Db } from 'mongodb';
import { dayIdOf, type StoredDayRow, type StoredPartRow } from '../../packages/operations/src/storage/storedRows.ts';

const dayMs = 24 * 3_600_000;

/**
 * Makes logs, details and attachments of runs older, as if the days had passed.
 * @param db operational state
 */
export async function ageStoredDetails(db: Db, runs: readonly string[], daysAgo: number): Promise<void> {
  const parts = db.collection<StoredPartRow>('storedParts');
  const days = db.collection<StoredDayRow>('storedDays');
  const at = new Date(Date.now() - daysAgo * dayMs);
  for (const part of await parts.find({ ownerId: { $in: [...runs] } }).toArray()) {
    const { accountId, projectId, kind, bytes } = part;
    const day = at.toISOString().slice(0, 10);
    await parts.updateOne({ _id: part._id }, { $set: { at } });
    await days.updateOne({ _id: dayIdOf(part) }, { $inc: { bytes: -bytes, parts: -1 } });
    await days.updateOne(
      { _id: dayIdOf({ ...part, at }) },
      { $inc: { bytes, parts: 1 }, $set: { accountId, projectId, kind, day } },
      { upsert: true },
    );
  }
}
