import { type AccountId, type MonthlyUsage, periodsOf } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { countUsage } from './countUsage.ts';
import type { RunColumnsReader } from './openRuns.ts';
import { everyRun } from './runsQuery.ts';

const months = 12;
const yearMs = 366 * 24 * 3_600_000;

/**
 * @param timeZone as `isTimeZone` accepts
 * @param now milliseconds since 1970
 * @param at the runs as they stood then; undefined: as they are now
 * @returns what was run in each of the last twelve months, the oldest first; the last one is the month that it is
 */
export async function findUsage(
  readColumns: RunColumnsReader,
  collections: Pick<Collections, 'runStats'>,
  accountId: AccountId,
  { timeZone, now, at }: { timeZone: string; now: number; at?: number | undefined },
): Promise<MonthlyUsage[]> {
  const spans = periodsOf({ start: now - yearMs, end: now }, 'Monthly', timeZone).slice(-months);
  const usage: MonthlyUsage[] = [];
  // One after the other: a month may have very many runs.
  for (const span of spans) {
    const query = { ...span, ...everyRun, at };
    const used = countUsage(await readColumns(collections, accountId, query), query);
    const [start, end] = [new Date(span.start).toISOString(), new Date(span.end).toISOString()];
    usage.push({ ...monthOf(span.start, timeZone), start, end, ...used });
  }
  return usage;
}

function monthOf(at: number, timeZone: string): { year: number; month: number } {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric' });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return { year: parts.get('year') ?? 0, month: parts.get('month') ?? 0 };
}
