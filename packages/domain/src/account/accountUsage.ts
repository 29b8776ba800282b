import { type AccountId, type AccountPlan, monthlyLimitsOf } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';

/** The share of a month's testing minutes that was recorded last; null: none. */
export type RecordedUsage = { month: string; percent: number } | null;

/** `month`: in UTC, such as `2026-11`. `usedMinutes`: what runs of the month have used by now. */
export type RecordUsage = { type: 'recordUsage'; month: string; usedMinutes: number };

/** Shares of the testing minutes that administrators are notified of, highest first. */
const recordedPercents = [100, 80];

/** Decides whether the account has reached a share of its testing minutes that was not recorded this month. */
export function decideUsage(
  { month, usedMinutes }: RecordUsage,
  { accountId, plan, usage }: { accountId: AccountId; plan: AccountPlan; usage: RecordedUsage },
): AccountEvent[] {
  const includedMinutes = monthlyLimitsOf(plan)?.testingMinutes ?? null;
  if (includedMinutes === null) return [];
  const percent = recordedPercents.find((each) => usedMinutes * 100 >= includedMinutes * each);
  if (percent === undefined) return [];
  if (usage && (usage.month > month || (usage.month === month && usage.percent >= percent))) return [];
  return [{ type: 'TestingMinutesReached', data: { accountId, month, percent, includedMinutes } }];
}
