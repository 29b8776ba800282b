import { bytesOfMegabyte, type DetailKind, daysOf, detailKinds, type Retention } from '@assay/contract';
import type { StoredDay } from './storage.ts';

const dayMs = 24 * 3_600_000;

/**
 * What is to go of one kind.
 * - `age`: everything that came before a time
 * - `size`: the oldest, of one day, until that many bytes are gone
 */
export type DueStorage =
  | { kind: DetailKind; rule: 'age'; before: Date; runs: number; bytes: number }
  | { kind: DetailKind; rule: 'size'; before: Date; day: string; runs: number; bytes: number };

function isDetail(day: StoredDay): day is StoredDay & { kind: DetailKind } {
  return day.kind !== 'builds';
}

/**
 * What goes by an account's rules, by whole days: the time of day at which a run began plays no part. First what is too
 * old, then, while it is still too much, the oldest days of all kinds.
 * @param days oldest first
 * @returns in the order in which it goes
 */
export function dueStorage(days: readonly StoredDay[], retention: Retention, now: Date): DueStorage[] {
  const today = now.getTime() - (now.getTime() % dayMs);
  const due: DueStorage[] = [];
  const left: (StoredDay & { kind: DetailKind })[] = [];
  const cutoffs = new Map<DetailKind, Date>();
  for (const kind of detailKinds) {
    const kept = retention[daysOf[kind]];
    if (kept !== null) cutoffs.set(kind, new Date(today - kept * dayMs));
  }
  const aged = new Map<DetailKind, { runs: number; bytes: number }>();
  for (const day of days) {
    if (!isDetail(day)) continue;
    const cutoff = cutoffs.get(day.kind);
    if (cutoff === undefined || Date.parse(day.day) >= cutoff.getTime()) {
      left.push(day);
      continue;
    }
    const { runs, bytes } = aged.get(day.kind) ?? { runs: 0, bytes: 0 };
    aged.set(day.kind, { runs: runs + day.parts, bytes: bytes + day.bytes });
  }
  for (const [kind, before] of cutoffs) {
    const sum = aged.get(kind);
    if (sum) due.push({ kind, rule: 'age', before, ...sum });
  }
  if (retention.maximumMegabytes === null) return due;
  let excess = left.reduce((sum, { bytes }) => sum + bytes, 0) - retention.maximumMegabytes * bytesOfMegabyte;
  for (const { kind, day, parts, bytes } of left) {
    const end = Date.parse(day) + dayMs;
    // Nothing of the last 24 hours: somebody may be looking at it.
    if (excess <= 0 || end > now.getTime() - dayMs) break;
    if (bytes <= 0) continue;
    const going = Math.min(bytes, excess);
    const runs = Math.max(1, Math.round((parts * going) / bytes));
    due.push({ kind, rule: 'size', before: new Date(end), day, runs, bytes: going });
    excess -= bytes;
  }
  return due;
}
