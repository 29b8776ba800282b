import { type AccountId, type AccountPlan, monthlyLimitsOf } from '@assay/contract';
import { type AiQuotaCommand, aiQuotaDecider, aiQuotaIdOf, runAnalysisDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { aiLimitsOf } from '@assay/projections';
import type { Application } from '../application.ts';

type Use = Pick<Extract<AiQuotaCommand, { type: 'spend' }>, 'accountId' | 'month' | 'kind' | 'useId'>;

/** @returns the month (UTC) whose quota counts */
export function monthOf(now: Date): string {
  return now.toISOString().slice(0, 'yyyy-mm'.length);
}

/** @returns when the next month begins (UTC) */
export function nextMonthOf(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
}

/** @returns the refusal of an analysis of a run, with the plan's limit */
export function quotaUsedText(plan: Pick<AccountPlan, 'tier' | 'legacyPlan' | 'numberOfRunners'>): string {
  return `You've used all ${monthlyLimitsOf(plan)?.analysedRuns ?? ''} of the monthly Test Run Analyses on your plan`;
}

/**
 * Reserves one use of the month before a model is asked; idempotent for the same `useId`.
 * @throws DomainError `analysis.quotaUsed` or `analysis.suggestionsUsed`
 */
export async function reserveAiUse(
  { eventLog }: Pick<Application, 'eventLog'>,
  use: Use,
  plan: Pick<AccountPlan, 'tier' | 'legacyPlan' | 'numberOfRunners'>,
  context: AppendContext,
): Promise<void> {
  const limits = aiLimitsOf(plan);
  const limit = use.kind === 'RUN_ANALYSIS' ? limits.runAnalyses : limits.suggestions;
  await eventLog.handle(
    aiQuotaDecider,
    aiQuotaIdOf(use.accountId, use.month),
    { type: 'reserve', limit, ...use },
    context,
  );
}

/** @returns whether the request that a use was reserved for was recorded, and counts against the quota */
async function isRequested({ eventLog }: Pick<Application, 'eventLog'>, { kind, useId }: Use): Promise<boolean> {
  const dot = useId.lastIndexOf('.');
  const [of, attempt] = [useId.slice(0, dot), Number(useId.slice(dot + 1))];
  const [testRunId = ''] = of.split('.');
  const { state } = await eventLog.load(runAnalysisDecider, testRunId);
  const requested = kind === 'RUN_ANALYSIS' ? state.run : state.tests.get(of);
  return requested?.attempt === attempt && requested.usesQuota;
}

/** Releases a reserved use whose request was never recorded because the process ended in between. */
export async function releaseUnrequested(
  deps: Pick<Application, 'eventLog'>,
  use: Use & { accountId: AccountId },
  context: AppendContext,
): Promise<void> {
  if (!(await isRequested(deps, use))) await settleAiUse(deps, use, false, context);
}

/** Counts or releases a reserved use, depending on whether a model answered. */
export async function settleAiUse(
  { eventLog }: Pick<Application, 'eventLog'>,
  use: Use & { accountId: AccountId },
  isAnswered: boolean,
  context: AppendContext,
): Promise<void> {
  const type = isAnswered ? ('spend' as const) : ('release' as const);
  await eventLog.handle(aiQuotaDecider, aiQuotaIdOf(use.accountId, use.month), { type, ...use }, context);
}
