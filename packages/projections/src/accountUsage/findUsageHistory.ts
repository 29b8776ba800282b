import type { AccountId, UsageHistoryView } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { monthOf, type UsageMonth } from './accountUsage.ts';

const shownMonths = 12;

/** @returns the month after one such as `2026-12` */
function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number)).toISOString());
}

/** Months without a fact have the runners that were at work before. */
function withQuietMonths(recorded: readonly UsageMonth[], current: string): UsageMonth[] {
  const months: UsageMonth[] = [];
  for (const next of recorded) {
    fill(months, next.month);
    months.push(next);
  }
  fill(months, after(current));
  return months;
}

function fill(months: UsageMonth[], end: string): void {
  for (let last = months.at(-1); last && after(last.month) < end; last = months.at(-1)) {
    const month = after(last.month);
    const { runners } = last;
    months.push({ month, runners, peakRunners: runners, peakAt: `${month}-01T00:00:00.000Z`, reached: [] });
  }
}

/** @returns the runners at work, the analyses of the month, and what is recorded of the last months, newest first */
export async function findUsageHistory(
  { accountUsage, aiQuotas }: Collections,
  accountId: AccountId,
  now: Date,
): Promise<UsageHistoryView> {
  const current = monthOf(now.toISOString());
  const [usage, quota] = await Promise.all([
    accountUsage.findOne({ _id: accountId }),
    aiQuotas.findOne({ _id: `${accountId}.${current}` }),
  ]);
  const recorded = usage?.months ?? [];
  const months = withQuietMonths(recorded, current);
  return {
    runners: recorded.at(-1)?.runners ?? 0,
    analyses: quota?.taken.RUN_ANALYSIS ?? 0,
    months: months
      .slice(-shownMonths)
      .reverse()
      .map(({ runners: _, ...month }) => month),
  };
}
