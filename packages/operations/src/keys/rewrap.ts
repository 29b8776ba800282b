import { Binary, type Db } from 'mongodb';
import type { MasterKey } from './masterKey.ts';
import { type WrappedKind, wrappedKinds } from './wrappedThings.ts';

/** The number of rewrapped things: in total and by kind. */
export type Rewrapped = {
  total: number;
  counts: Map<string, number>;
  /** Things that neither key opens. */
  damaged: string[];
};

type Rewrapping = { from: MasterKey; to: MasterKey; progress: (line: string) => void; stop: AbortSignal };
type Row = { _id: string } & Record<string, unknown>;

const batchSize = 500;

/** @returns the bytes that this key wraps; null when it does not open them. */
export function openedBy(key: MasterKey, id: string, wrapped: Binary): Buffer | null {
  try {
    return key.unwrap(id, Buffer.from(wrapped.value()));
  } catch {
    // Which keys open it is what is asked.
    return null;
  }
}

/** Visits everything that is wrapped, and rewraps what the earlier key wrapped. */
export async function rewrapAll(db: Db, rewrapping: Rewrapping): Promise<Rewrapped> {
  const report: Rewrapped = { total: 0, counts: new Map(), damaged: [] };
  for (const kind of Object.values(wrappedKinds)) await rewrapKind(db, kind, rewrapping, report);
  return report;
}

async function rewrapKind(
  db: Db,
  { collection, field, idOf, name }: WrappedKind,
  { from, to, progress, stop }: Rewrapping,
  report: Rewrapped,
): Promise<void> {
  const rows = db.collection<Row>(collection);
  let batch: { _id: string; was: Binary; is: Binary }[] = [];
  let done = 0;
  const write = async () => {
    if (batch.length === 0) return;
    // A row changed since it was read is skipped: its writer has wrapped it.
    const { modifiedCount } = await rows.bulkWrite(
      batch.map(({ _id, was, is }) => ({
        updateOne: { filter: { _id, [field]: was }, update: { $set: { [field]: is } } },
      })),
      { ordered: false },
    );
    batch = [];
    done += modifiedCount;
    progress(`${done} ${name} wrapped again`);
  };
  for await (const row of rows.find({}, { projection: { [field]: 1 } })) {
    stop.throwIfAborted();
    const was = row[field];
    // A key that was erased has nothing to wrap.
    if (!(was instanceof Binary) || openedBy(to, idOf(row._id), was)) continue;
    const content = openedBy(from, idOf(row._id), was);
    if (!content) {
      report.damaged.push(`${collection} ${row._id}`);
      continue;
    }
    batch.push({ _id: row._id, was, is: new Binary(to.wrap(idOf(row._id), content)) });
    if (batch.length >= batchSize) await write();
  }
  await write();
  report.total += done;
  report.counts.set(name, done);
}
