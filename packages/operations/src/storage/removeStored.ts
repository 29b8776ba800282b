import { inBatches } from '@assay/concurrency';
import type { BlobId } from '@assay/contract';
import type { Db } from 'mongodb';
import type { Blobs } from '../blobs/blobs.ts';
import {
  type BlobReferenceRow,
  blobIdOf,
  dayIdOf,
  incomingPart,
  referenceIdOf,
  type StoredPartRow,
  type StoredRows,
} from './storedRows.ts';

/** References looked at in one round, and contents removed at the same time. */
const round = 256;
const atOnce = 8;

/** `freedBytes`: of contents that nothing else had. `complete`: nothing of the part is left. */
export type RemovedPart = { freedBytes: number; complete: boolean };

/** What has a content beside the given reference. */
async function othersOf({ references }: StoredRows, blobId: BlobId, own: string | null): Promise<string[]> {
  // A blank sorts before every other character of an id, and an exclamation mark is the next one.
  const found = await references
    .find({ _id: { $gt: `${blobId} `, $lt: `${blobId}!` } }, { projection: { _id: 1 } })
    .limit(3)
    .toArray();
  return found.map(({ _id }) => _id).filter((id) => id !== own);
}

/**
 * Removes a content that nothing else has, and then the reference. Whoever stores a content writes the reference first and
 * looks for the content then; here the content is put out of sight first, and the references are looked for then. So one
 * of the two sees the other: either the content is put back, or it is stored again.
 * @returns the bytes that became free; null when somebody is storing the content, so that the reference is kept for later
 */
async function letGo(rows: StoredRows, blobs: Blobs, { _id, size }: BlobReferenceRow): Promise<number | null> {
  const blobId = blobIdOf(_id);
  const incoming = referenceIdOf(blobId, incomingPart);
  let freed = 0;
  const before = await othersOf(rows, blobId, _id);
  if (before.length === 0) {
    let others: string[] = [];
    const isRemoved = await blobs.remove(blobId, async () => {
      others = await othersOf(rows, blobId, _id);
      return others.length > 0;
    });
    if (isRemoved) freed = size;
    else if (others.length === 1 && others[0] === incoming) return null;
  } else if (before.length === 1 && before[0] === incoming) return null;
  // The reference last: a process that is killed before finds the content by it again.
  await rows.references.deleteOne({ _id });
  return freed;
}

/** Logs have rows of their own, which would lead to contents that are gone. */
async function removeLogRows(db: Db, testRunId: string): Promise<void> {
  await db.collection('logs').deleteMany({ testRunId });
  await db.collection('logChunks').deleteMany({ testRunId });
}

async function removePart({ parts, days, references }: StoredRows, part: StoredPartRow): Promise<boolean> {
  const removed = await parts.findOneAndDelete({ _id: part._id });
  if (!removed) return true;
  // Added after the last look, and counted before the part was removed: without a part nobody would find it.
  if (await references.findOne({ part: part._id }, { projection: { _id: 1 } })) {
    const { _id, ...fields } = removed;
    await parts.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
    return false;
  }
  const day = dayIdOf(removed);
  const left = await days.findOneAndUpdate(
    { _id: day },
    { $inc: { bytes: -removed.bytes, parts: -1 } },
    { returnDocument: 'after' },
  );
  if (left && left.parts <= 0) await days.deleteOne({ _id: day, parts: { $lte: 0 } });
  return true;
}

export async function removeStored(rows: StoredRows, blobs: Blobs, db: Db, part: StoredPartRow): Promise<RemovedPart> {
  if (part.kind === 'logs') await removeLogRows(db, part.ownerId);
  let freedBytes = 0;
  let kept = 0;
  for (;;) {
    const found = await rows.references.find({ part: part._id }).sort({ _id: 1 }).skip(kept).limit(round).toArray();
    if (found.length === 0) break;
    for (const bytes of await inBatches(found, atOnce, (row) => letGo(rows, blobs, row))) {
      if (bytes === null) kept += 1;
      else freedBytes += bytes;
    }
  }
  return { freedBytes, complete: kept === 0 && (await removePart(rows, part)) };
}

/** Puts back or removes what a killed process had put out of sight. */
export async function removeLeftovers(rows: StoredRows, blobs: Blobs): Promise<void> {
  for (const blobId of await blobs.leaving()) {
    // By its own reference it is found again, and removed then.
    await blobs.remove(blobId, async () => (await othersOf(rows, blobId, null)).length > 0);
  }
}
