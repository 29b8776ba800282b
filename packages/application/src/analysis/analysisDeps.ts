import { type AccountId, type analysisRefusals, isFinished, type TestRunStatus } from '@assay/contract';
import { type AccountState, accountDecider, DomainError } from '@assay/domain';
import type { Application } from '../application.ts';
import { quotaUsedText } from './aiQuota.ts';
import type { AnalysisModel } from './analysisModel.ts';

export type AnalysisDeps = Pick<Application, 'eventLog' | 'readModels' | 'operations'> & {
  /** Null: the operator has not configured one. */
  analysisModel: AnalysisModel | null;
};

export type ExistingAccount = Extract<AccountState, { exists: true }>;

/** The text shown when no model is configured. */
export const noModelText = 'No model is configured. Rules found the causes.';

/**
 * @returns the account from the log, so that an opt-out applies at once
 * @throws DomainError `account.notFound`
 */
export async function loadAccount(
  { eventLog }: Pick<Application, 'eventLog'>,
  accountId: AccountId,
): Promise<ExistingAccount> {
  const { state } = await eventLog.load(accountDecider, accountId);
  if (!state.exists) throw new DomainError('account.notFound');
  return state;
}

export type AnalysisRefusal = { reason: (typeof analysisRefusals)[number]; message: string };

type Asked = {
  account: Pick<ExistingAccount, 'aiOptOut' | 'plan'>;
  status: TestRunStatus;
  failedCount: number;
  /** The number of requests left this month; null: unlimited. */
  remaining: number | null;
  /** The refusal of a request beyond the quota. */
  quotaUsed: 'analysis.quotaUsed' | 'analysis.suggestionsUsed';
  analysisModel: AnalysisModel | null;
};

/** @returns why no model can be asked; null: one can */
export function analysisRefusal(asked: Asked): AnalysisRefusal | null {
  const { account, status, failedCount, remaining, quotaUsed, analysisModel } = asked;
  const because = (reason: AnalysisRefusal['reason'], message: string) => ({ reason, message });
  if (account.aiOptOut) return because('OPTED_OUT', new DomainError('analysis.optedOut').message);
  if (!isFinished(status)) return because('NOT_FINISHED', new DomainError('analysis.notFinished').message);
  if (failedCount === 0) return because('NO_FAILURES', new DomainError('analysis.noFailures').message);
  if (analysisModel === null) return because('NO_MODEL', noModelText);
  if (remaining !== 0) return null;
  const text = quotaUsed === 'analysis.quotaUsed' ? quotaUsedText(account.plan) : new DomainError(quotaUsed).message;
  return because('QUOTA_USED', text);
}
