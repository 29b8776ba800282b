import type { ProblemId, ProjectId, TestRunId } from '@assay/contract';
import type { RunAnalysisEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type RunAnalysisCommand, type RunAnswer, runAnalysisDecider, type TestAnswer } from './decideRunAnalysis.ts';

const testRunId = 'run' as TestRunId;
const rootCauseId = 'cause' as ProblemId;
const asked = (attempt: number) => ({
  testRunId,
  projectId: 'shop' as ProjectId,
  attempt,
  month: '2026-03',
  usesQuota: true,
});
const model = { name: 'm', promptVersion: 1, inputHash: 'h', characters: 9, tokens: null };
const cause = {
  problemId: rootCauseId,
  verdict: 'LIKELY' as const,
  kind: 'PRODUCT' as const,
  title: 'Away',
  claims: [],
  suggestions: [],
  droppedClaims: 0,
};
const byModel: RunAnswer = { summary: 'Away.', causes: [cause], model, failure: null };
const byRules: RunAnswer = { summary: '1 failure has 1 cause.', causes: [], model: null, failure: 'It timed out.' };
const request = (attempt: number, answer: RunAnswer | null = null): RunAnalysisCommand => ({
  type: 'requestRunAnalysis',
  ...asked(attempt),
  answer,
});
const complete = (attempt: number, answer: RunAnswer): RunAnalysisCommand => ({
  type: 'completeRunAnalysis',
  testRunId,
  attempt,
  answer,
});
const requested = (attempt: number): RunAnalysisEvent => ({ type: 'RunAnalysisRequested', data: asked(attempt) });
const completed = (attempt: number, answer: RunAnswer): RunAnalysisEvent => {
  const { projectId: _, ...data } = asked(attempt);
  return { type: 'RunAnalysisCompleted', data: { ...data, ...answer } };
};
const run = (...events: RunAnalysisEvent[]) => given(runAnalysisDecider, ...events);

describe('the analysis of a run', () => {
  it('is requested once, until it is completed', () => {
    run().when(request(1)).gives(requested(1));
    run(requested(1)).when(request(1)).gives();
    run(requested(1)).when(request(2)).gives();
    run(requested(1)).when(complete(1, byModel)).gives(completed(1, byModel));
  });

  it('stays what the model said', () => {
    const answered = [requested(1), completed(1, byModel)];
    run(...answered)
      .when(request(2))
      .gives();
    run(...answered)
      .when(complete(1, byRules))
      .gives();
  });

  it('is requested again after the rules answered, and not by them again', () => {
    const failed = [requested(1), completed(1, byRules)];
    run(...failed)
      .when(request(2))
      .gives(requested(2));
    run(...failed)
      .when(request(2, byRules))
      .gives();
    run(...failed, requested(2))
      .when(complete(1, byModel))
      .gives();
  });

  it('is complete at once where the answer is known', () => {
    run().when(request(1, byModel)).gives(requested(1), completed(1, byModel));
  });

  it('is rated by each person once, and only what a model said', () => {
    const rate = (rating: 'UP' | 'DOWN' | null, testRunTestId: string | null = null) => ({
      type: 'rateAnalysis' as const,
      testRunId,
      rootCauseId,
      testRunTestId,
      raterId: 'ada',
      rating,
    });
    const { type: _, ...up } = rate('UP');
    const rated: RunAnalysisEvent = { type: 'AnalysisRated', data: up };
    run(requested(1), completed(1, byRules)).when(rate('UP')).refuses('analysis.nothingToRate');
    const answered = [requested(1), completed(1, byModel)];
    run(...answered)
      .when(rate('UP'))
      .gives(rated);
    run(...answered, rated)
      .when(rate('UP'))
      .gives();
    run(...answered)
      .when(rate('UP', 'run.test'))
      .refuses('analysis.nothingToRate');
  });
});

describe('the suggestion about a test', () => {
  const answer: TestAnswer = { text: 'Start it.', answer: cause, isFromCause: false, model, failure: null };
  const ofTest = (attempt: number, testRunTestId: string): RunAnalysisEvent => ({
    type: 'TestAnalysisRequested',
    data: { ...asked(attempt), testRunTestId },
  });
  const requestTest = (attempt: number, testRunTestId: string): RunAnalysisCommand => ({
    type: 'requestTestAnalysis',
    ...asked(attempt),
    testRunTestId,
    answer: null,
  });

  it('is requested and completed for each test apart', () => {
    run(ofTest(1, 'run.a')).when(requestTest(1, 'run.a')).gives();
    run(ofTest(1, 'run.a')).when(requestTest(1, 'run.b')).gives(ofTest(1, 'run.b'));
    const complete = { type: 'completeTestAnalysis' as const, testRunId, testRunTestId: 'run.b', attempt: 1, answer };
    run(ofTest(1, 'run.a')).when(complete).gives();
    const { projectId: _, ...data } = asked(1);
    run(ofTest(1, 'run.b'))
      .when(complete)
      .gives({ type: 'TestAnalysisCompleted', data: { ...data, testRunTestId: 'run.b', ...answer } });
  });
});
