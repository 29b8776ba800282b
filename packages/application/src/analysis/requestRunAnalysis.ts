import { type AccountId, isFinished, type TestRunId } from '@assay/contract';
import { DomainError, nextAttempt, type RunAnswer, runAnalysisDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { FoundRunAnalysis } from '@assay/projections';
import { monthOf, reserveAiUse } from './aiQuota.ts';
import { type AnalysisDeps, loadAccount, noModelText } from './analysisDeps.ts';
import { analysisInput } from './analysisInput.ts';
import type { AnalysisModel } from './analysisModel.ts';
import { summaryByRules } from './summaryByRules.ts';

/** @returns the id of a request for an analysis of a run in the account's quota */
export function useIdOfRun(testRunId: TestRunId, attempt: number): string {
  return `${testRunId}.${attempt}`;
}

/** @returns the answer of the rules; `failure` says why the model gave no answer */
export function answerByRules(found: FoundRunAnalysis, failure: string): RunAnswer {
  return { summary: summaryByRules(found), causes: [], model: null, failure };
}

async function knownAnswer(
  { readModels, operations }: AnalysisDeps,
  model: AnalysisModel,
  accountId: AccountId,
  found: FoundRunAnalysis,
): Promise<RunAnswer | null> {
  const models = readModels.of(accountId);
  const run = await models.testRun(found.testRunId);
  if (!run) throw new DomainError('testRun.notFound');
  const { causes, facts } = await analysisInput({ readModels, operations }, accountId, run, found);
  const { inputHash } = model.outgoingOf(causes, facts);
  const known = await models.knownRunAnswer(model.name, inputHash);
  return known && ({ ...known, failure: null } as RunAnswer);
}

/**
 * Requests an analysis of a run from the model. One that was requested, or that the model has answered, is not requested
 * again; without a model, or where the same input was answered before, the answer is there at once and costs nothing.
 * @throws DomainError `testRun.notFound`, `analysis.optedOut`, `analysis.notFinished`, `analysis.noFailures`,
 * `analysis.quotaUsed`; ReadModelsLagging
 */
export async function requestRunAnalysis(
  deps: AnalysisDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  context: AppendContext,
): Promise<CommandResult> {
  const { eventLog, readModels, analysisModel } = deps;
  await readModels.require({ scope: accountId, tier: 'trailing' });
  const models = readModels.of(accountId);
  const [found, run, account] = await Promise.all([
    models.runAnalysis(testRunId, null),
    models.testRun(testRunId),
    loadAccount(deps, accountId),
  ]);
  if (!found || !run) throw new DomainError('testRun.notFound');
  if (account.aiOptOut) throw new DomainError('analysis.optedOut');
  if (!isFinished(run.status)) throw new DomainError('analysis.notFinished');
  if (found.failedCount === 0) throw new DomainError('analysis.noFailures');
  const { state, revision } = await eventLog.load(runAnalysisDecider, testRunId);
  const attempt = nextAttempt(state.run);
  if (attempt === null) return { id: testRunId, revision, position: null, events: [] };
  const answer =
    analysisModel === null
      ? answerByRules(found, noModelText)
      : await knownAnswer(deps, analysisModel, accountId, found);
  const month = monthOf(new Date());
  const usesQuota = answer === null;
  if (usesQuota) {
    const use = { accountId, month, kind: 'RUN_ANALYSIS' as const, useId: useIdOfRun(testRunId, attempt) };
    await reserveAiUse(deps, use, account.plan, context);
  }
  const { projectId } = found;
  const request = { type: 'requestRunAnalysis' as const, testRunId, projectId, attempt, month, usesQuota, answer };
  return eventLog.handle(runAnalysisDecider, testRunId, request, context);
}
