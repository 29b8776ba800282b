import { createHash } from 'node:crypto';
import type { InsightId } from '@assay/contract';
import type { InsightFact } from '@assay/projections';

const dayMs = 86_400_000;

/** @returns the ISO week of a time, such as `2026-W48`, and when it ends, milliseconds since 1970 (UTC) */
export function weekOf(at: number): { week: string; end: number } {
  const day = Math.floor(at / dayMs);
  // 1970-01-01 was a Thursday, and the Thursday of a week says in which year it is.
  const monday = day - ((day + 3) % 7);
  const thursday = new Date((monday + 3) * dayMs);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return { week: `${year}-W${String(number).padStart(2, '0')}`, end: (monday + 7) * dayMs };
}

/** @returns the id of what is told of a subject in a week: seen again within it, it is the same */
export function insightIdOf({ type, subject }: InsightFact, week: string): InsightId {
  const hash = createHash('sha256').update(`${type} ${subject}`).digest('hex').slice(0, 16);
  return `${week}.${type}.${hash}` as InsightId;
}
