import { type AccountId, type OutgoingText, ownProblemIds, type TestRunId } from '@assay/contract';
import { type CauseAnswer, DomainError, nextAttempt, runAnalysisDecider, type TestAnswer } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { FoundTestAnalysis } from '@assay/projections';
import { monthOf, reserveAiUse } from './aiQuota.ts';
import { type AnalysisDeps, loadAccount, noModelText } from './analysisDeps.ts';
import { analysisInput } from './analysisInput.ts';
import type { AnalysisModel } from './analysisModel.ts';
import { suggestionByRules, suggestionOfAnswer } from './suggestionText.ts';

/** @returns the id of a request for a suggestion in the account's quota */
export function useIdOfTest(testRunTestId: string, attempt: number): string {
  return `${testRunTestId}.${attempt}`;
}

/** @returns the suggestion of the rules; `failure` says why the model gave no answer */
export function suggestionWithout(found: FoundTestAnalysis, failure: string): TestAnswer {
  return { text: suggestionByRules(found), answer: null, isFromCause: false, model: null, failure };
}

/** @returns the answer of the run's analysis about the cause of the test; null: it has none */
async function answerOfCause(
  { readModels }: AnalysisDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  { cause }: FoundTestAnalysis,
): Promise<TestAnswer | null> {
  if (!cause?.model) return null;
  const known = await readModels.of(accountId).answerOfCause(testRunId, ownProblemIds(cause));
  if (!known) return null;
  const answer = known.answer as CauseAnswer;
  return { text: suggestionOfAnswer(answer), answer, isFromCause: true, model: known.model, failure: null };
}

/** @returns the input for the model about a failed test */
export async function outgoingOfTest(
  deps: AnalysisDeps,
  model: AnalysisModel,
  accountId: AccountId,
  testRunId: TestRunId,
  found: FoundTestAnalysis,
): Promise<OutgoingText> {
  const models = deps.readModels.of(accountId);
  const [run, ofRun] = await Promise.all([models.testRun(testRunId), models.runAnalysis(testRunId, null)]);
  if (!run || !ofRun) throw new DomainError('testRun.notFound');
  const own = { testRunTestId: found.id, file: found.file, name: found.name, analysisText: null };
  const causes = found.cause ? [{ ...found.cause, affectedTestRunTestAnalysis: [own] }] : [];
  const { causes: given, facts } = await analysisInput(deps, accountId, run, ofRun, causes);
  const changes = found.changes.map(
    ({ title, from, to }) => `since the test passed last: ${title}${from && to ? `, ${from} → ${to}` : ''}`,
  );
  return model.outgoingOf(given, [...facts, ...changes]);
}

/**
 * Requests a suggestion about a failed test from the model. It costs nothing where the run's analysis or an earlier request
 * has answered it, or where there is no model.
 * @param found what is known of the test, with its commits
 * @throws DomainError `analysis.optedOut`, `analysis.notFailed`, `analysis.suggestionsUsed`
 */
export async function requestTestAnalysis(
  deps: AnalysisDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  found: FoundTestAnalysis,
  context: AppendContext,
): Promise<CommandResult> {
  const { eventLog, readModels, analysisModel: model } = deps;
  const account = await loadAccount(deps, accountId);
  if (account.aiOptOut) throw new DomainError('analysis.optedOut');
  if (!found.isFailed) throw new DomainError('analysis.notFailed');
  const { state, revision } = await eventLog.load(runAnalysisDecider, testRunId);
  const attempt = nextAttempt(state.tests.get(found.id));
  if (attempt === null) return { id: testRunId, revision, position: null, events: [] };
  let answer = await answerOfCause(deps, accountId, testRunId, found);
  // A failure without an error leaves nothing to ask about.
  if (model === null) answer ??= suggestionWithout(found, noModelText);
  else if (found.cause === null) answer ??= suggestionWithout(found, 'The failure says no error.');
  else if (answer === null) {
    const { inputHash } = await outgoingOfTest(deps, model, accountId, testRunId, found);
    const known = await readModels.of(accountId).knownTestAnswer(model.name, inputHash);
    if (known) answer = { ...known, answer: known.answer as CauseAnswer | null, isFromCause: false, failure: null };
  }
  const month = monthOf(new Date());
  const usesQuota = answer === null;
  if (usesQuota) {
    const use = { accountId, month, kind: 'SUGGESTION' as const, useId: useIdOfTest(found.id, attempt) };
    await reserveAiUse(deps, use, account.plan, context);
  }
  const { id: testRunTestId, projectId } = found;
  const request = { testRunId, projectId, testRunTestId, attempt, month, usesQuota, answer };
  return eventLog.handle(runAnalysisDecider, testRunId, { type: 'requestTestAnalysis', ...request }, context);
}
