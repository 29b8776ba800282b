import {
  type AnalysisDeps,
  boundedAnswers,
  loadAccount,
  noModelText,
  outgoingOfTest,
  suggestionOfAnswer,
  suggestionWithout,
} from '@assay/application';
import { type AccountId, type TestRunId, testKeyIn } from '@assay/contract';
import { DomainError, runAnalysisDecider, type TestAnswer } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import { awaitReadModels } from '../awaitReadModels.ts';
import { isTransient } from '../isTransient.ts';
import { policy, reactingTo } from '../policy.ts';
import { reasonOf } from './answerRunAnalysis.ts';

async function foundOf({ readModels }: AnalysisDeps, accountId: AccountId, testRunId: TestRunId, rowId: string) {
  const found = await readModels.of(accountId).testAnalysis(testRunId, testKeyIn(testRunId, rowId), null);
  if (!found) throw new DomainError('testRun.notFound');
  return found;
}

async function answerOf(
  deps: AnalysisDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  rowId: string,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const { analysisModel: model } = deps;
  const found = await foundOf(deps, accountId, testRunId, rowId);
  if (model === null) return suggestionWithout(found, noModelText);
  const outgoing = await outgoingOfTest(deps, model, accountId, testRunId, found);
  // Checked at the moment of sending: the account may have opted out since the request.
  const { aiOptOut } = await loadAccount(deps, accountId);
  if (aiOptOut) return suggestionWithout(found, new DomainError('analysis.optedOut').message);
  const outcome = await model.analyse(outgoing, signal);
  if (outcome.kind === 'failed') return suggestionWithout(found, outcome.reason);
  const [answer] = boundedAnswers(outcome.causes.slice(0, 1));
  if (!answer) return suggestionWithout(found, 'The model said nothing about the failure.');
  const { promptVersion, inputHash, characters } = outgoing;
  return {
    text: suggestionOfAnswer(answer),
    answer,
    isFromCause: false,
    model: { name: model.name, promptVersion, inputHash, characters, tokens: outcome.tokens },
    failure: null,
  };
}

/** Asks the model about a failed test, like `answerRunAnalysis` for a run. */
export const answerTestAnalysis = policy({
  name: 'answerTestAnalysis',
  on: ['TestAnalysisRequested'],
  react: async (event, deps) => {
    const { testRunId, testRunTestId, attempt } = event.data;
    const { state } = await deps.eventLog.load(runAnalysisDecider, testRunId);
    const requested = state.tests.get(testRunTestId);
    if (requested?.status !== 'requested' || requested.attempt !== attempt) return;
    await awaitReadModels(deps.readModels, event, 'trailing');
    const accountId = accountOf(event);
    let answer: TestAnswer;
    try {
      answer = await answerOf(deps, accountId, testRunId, testRunTestId, deps.stopping);
    } catch (error) {
      if (deps.stopping.aborted || isTransient(error)) throw error;
      const found = await foundOf(deps, accountId, testRunId, testRunTestId);
      answer = suggestionWithout(found, reasonOf(error));
    }
    const complete = { type: 'completeTestAnalysis' as const, testRunId, testRunTestId, attempt, answer };
    await deps.eventLog.handle(runAnalysisDecider, testRunId, complete, reactingTo(event, 'answerTestAnalysis'));
  },
});
