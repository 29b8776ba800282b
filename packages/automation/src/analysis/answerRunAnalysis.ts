import {
  type AnalysisDeps,
  analysisInput,
  answerByRules,
  boundedAnswers,
  loadAccount,
  noModelText,
} from '@assay/application';
import type { AccountId, TestRunId } from '@assay/contract';
import { DomainError, type RunAnswer, runAnalysisDecider } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import { awaitReadModels } from '../awaitReadModels.ts';
import { isTransient } from '../isTransient.ts';
import { policy, reactingTo } from '../policy.ts';

/** Maximum size of a model's summary in an event. */
const summaryLength = 3_000;
const reasonLength = 900;

async function foundOf({ readModels }: AnalysisDeps, accountId: AccountId, testRunId: TestRunId) {
  const models = readModels.of(accountId);
  const [run, found] = await Promise.all([models.testRun(testRunId), models.runAnalysis(testRunId, null)]);
  if (!run || !found) throw new DomainError('testRun.notFound');
  return { run, found };
}

/** @returns why rules answer the request, for people */
export function reasonOf(error: unknown): string {
  return `The analysis could not be prepared: ${error instanceof Error ? error.message : String(error)}`.slice(
    0,
    reasonLength,
  );
}

/** @returns the model's analysis of a run; if it does not answer, that of the rules, and why */
async function answerOf(
  deps: AnalysisDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const { analysisModel: model } = deps;
  const { run, found } = await foundOf(deps, accountId, testRunId);
  if (model === null) return answerByRules(found, noModelText);
  const { causes, facts } = await analysisInput(deps, accountId, run, found);
  const outgoing = model.outgoingOf(causes, facts);
  // Checked at the moment of sending: the account may have opted out since the request.
  const { aiOptOut } = await loadAccount(deps, accountId);
  if (aiOptOut) return answerByRules(found, new DomainError('analysis.optedOut').message);
  const outcome = await model.analyse(outgoing, signal);
  if (outcome.kind === 'failed') return answerByRules(found, outcome.reason.slice(0, reasonLength));
  const { promptVersion, inputHash, characters } = outgoing;
  return {
    summary: outcome.summary.slice(0, summaryLength),
    causes: boundedAnswers(outcome.causes),
    model: { name: model.name, promptVersion, inputHash, characters, tokens: outcome.tokens },
    failure: null,
  };
}

/**
 * Asks the model about a run and records its answer, or that of the rules if it does not answer: a request never stays
 * open. A restart may ask again, but one answer is recorded.
 */
export const answerRunAnalysis = policy({
  name: 'answerRunAnalysis',
  on: ['RunAnalysisRequested'],
  react: async (event, deps) => {
    const { testRunId, attempt } = event.data;
    const { state } = await deps.eventLog.load(runAnalysisDecider, testRunId);
    if (state.run?.status !== 'requested' || state.run.attempt !== attempt) return;
    await awaitReadModels(deps.readModels, event, 'trailing');
    const accountId = accountOf(event);
    let answer: RunAnswer;
    try {
      answer = await answerOf(deps, accountId, testRunId, deps.stopping);
    } catch (error) {
      if (deps.stopping.aborted || isTransient(error)) throw error;
      const { found } = await foundOf(deps, accountId, testRunId);
      answer = answerByRules(found, reasonOf(error));
    }
    const complete = { type: 'completeRunAnalysis' as const, testRunId, attempt, answer };
    await deps.eventLog.handle(runAnalysisDecider, testRunId, complete, reactingTo(event, 'answerRunAnalysis'));
  },
});
