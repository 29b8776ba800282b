import { type AccountId, type AccountPlan, monthlyLimitsOf } from '@assay/contract';
import type { Collections } from '../collections.ts';

/** What an account may ask a model for in a month; null: no limit. */
export type AiLimits = { runAnalyses: number | null; suggestions: number | null };

/** How many are left. */
export type AiQuotaLeft = { limits: AiLimits; runAnalyses: number | null; suggestions: number | null };

/** Of each analysis of a run. */
const suggestionsOfAnalysis = 5;

/** @returns how many analyses of runs and suggestions about tests a plan includes each month */
export function aiLimitsOf(plan: Pick<AccountPlan, 'tier' | 'legacyPlan' | 'numberOfRunners'>): AiLimits {
  const runs = monthlyLimitsOf(plan)?.analysedRuns ?? null;
  return { runAnalyses: runs, suggestions: runs === null ? null : runs * suggestionsOfAnalysis };
}

function left(limit: number | null, taken: number | undefined): number | null {
  return limit === null ? null : Math.max(0, limit - (taken ?? 0));
}

/** @returns what is left of an account's quota of this month (UTC) */
export async function findAiQuota(
  { known }: Collections,
  accountId: AccountId,
  plan: Pick<AccountPlan, 'tier' | 'legacyPlan' | 'numberOfRunners'>,
  now: Date,
): Promise<AiQuotaLeft> {
  const month = now.toISOString().slice(0, 'yyyy-mm'.length);
  const found = await known.one('aiQuotas', `${accountId}.${month}`);
  const limits = aiLimitsOf(plan);
  return {
    limits,
    runAnalyses: left(limits.runAnalyses, found?.taken.RUN_ANALYSIS),
    suggestions: left(limits.suggestions, found?.taken.SUGGESTION),
  };
}

/** A use that was reserved, and that nothing has settled. */
export type OpenAiUse = { accountId: AccountId; month: string; kind: string; useId: string };

/** @returns the uses of all accounts that were reserved before a time (ISO 8601), and are neither spent nor released */
export async function findOpenAiUses({ aiQuotas }: Collections, before: string): Promise<OpenAiUse[]> {
  const found = await aiQuotas.find({ 'open.at': { $lt: before } }).toArray();
  return found.flatMap(({ accountId, month, open }) =>
    open.filter(({ at }) => at < before).map(({ kind, useId }) => ({ accountId, month, kind, useId })),
  );
}
