import type { CauseKind, ModelAnswer, ProblemId, ProjectId, TestRunId } from '@assay/contract';
import type { RunAnalysisCompleted, RunAnalysisEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** An analysis of a run, or of one of its tests, that was requested. `month`: whose quota it counts against, UTC. */
export type RequestedAnalysis = { attempt: number; month: string; usesQuota: boolean } & (
  | { status: 'requested' }
  /** `byModel`: otherwise the rules' answer is all there is, and the model may be asked again. */
  | { status: 'complete'; byModel: boolean }
);

type Rating = ModelAnswer['rating'];

export type RunAnalysisState = {
  run: RequestedAnalysis | null;
  /** By the test's id in the run. */
  tests: ReadonlyMap<string, RequestedAnalysis>;
  /** The answers of a model that can be rated, see `ratedKey`. */
  answered: ReadonlySet<string>;
  /** By answer and rater. */
  ratings: ReadonlyMap<string, Rating>;
};

/** What a model says about one root cause. */
export type CauseAnswer = Omit<ModelAnswer, 'rating'> & { problemId: ProblemId; kind: CauseKind };
export type AnsweringModel = NonNullable<RunAnalysisCompleted['model']>;

/** `model` null: the rules answered; `failure` says why. */
export type RunAnswer = {
  summary: string;
  causes: CauseAnswer[];
  model: AnsweringModel | null;
  failure: string | null;
};
/** `text`: Markdown. `isFromCause`: it is what the analysis of the run says about its cause. */
export type TestAnswer = {
  text: string;
  answer: CauseAnswer | null;
  isFromCause: boolean;
  model: AnsweringModel | null;
  failure: string | null;
};

/** `attempt`: the number of this request; one that another request has taken in the meantime is not made again. */
type Request = { testRunId: TestRunId; projectId: ProjectId; attempt: number; month: string; usesQuota: boolean };

export type RunAnalysisCommand =
  /** `answer`: it is known already, and no model is asked. */
  | ({ type: 'requestRunAnalysis'; answer: RunAnswer | null } & Request)
  | { type: 'completeRunAnalysis'; testRunId: TestRunId; attempt: number; answer: RunAnswer }
  | ({ type: 'requestTestAnalysis'; testRunTestId: string; answer: TestAnswer | null } & Request)
  | {
      type: 'completeTestAnalysis';
      testRunId: TestRunId;
      testRunTestId: string;
      attempt: number;
      answer: TestAnswer;
    }
  | {
      type: 'rateAnalysis';
      testRunId: TestRunId;
      rootCauseId: ProblemId;
      testRunTestId: string | null;
      /** A person, or an API key. */
      raterId: string;
      rating: Rating;
    };

function ratedKey(rootCauseId: ProblemId, testRunTestId: string | null): string {
  return `${testRunTestId ?? ''} ${rootCauseId}`;
}

/** @returns the number of the next request; null: there is an answer of a model, or one is on its way */
export function nextAttempt(analysis: RequestedAnalysis | null | undefined): number | null {
  if (!analysis) return 1;
  if (analysis.status === 'requested' || analysis.byModel) return null;
  return analysis.attempt + 1;
}

/** Whether the request can be recorded; rules that answered do not answer again. */
function isNext(analysis: RequestedAnalysis | undefined | null, attempt: number, byRules: boolean): boolean {
  return nextAttempt(analysis) === attempt && !(byRules && analysis);
}

function isAwaited(
  analysis: RequestedAnalysis | undefined | null,
  attempt: number,
): analysis is RequestedAnalysis & { status: 'requested' } {
  return analysis?.status === 'requested' && analysis.attempt === attempt;
}

function decide(command: RunAnalysisCommand, state: RunAnalysisState): RunAnalysisEvent[] {
  const { testRunId } = command;
  switch (command.type) {
    case 'requestRunAnalysis': {
      const { projectId, attempt, month, usesQuota, answer } = command;
      if (!isNext(state.run, attempt, answer?.model === null)) return [];
      const data = { testRunId, projectId, attempt, month, usesQuota };
      const requested: RunAnalysisEvent = { type: 'RunAnalysisRequested', data };
      const completed = answer && { testRunId, attempt, month, usesQuota, ...answer };
      return completed ? [requested, { type: 'RunAnalysisCompleted', data: completed }] : [requested];
    }
    case 'completeRunAnalysis': {
      const { attempt, answer } = command;
      if (!isAwaited(state.run, attempt)) return [];
      const { month, usesQuota } = state.run;
      return [{ type: 'RunAnalysisCompleted', data: { testRunId, attempt, month, usesQuota, ...answer } }];
    }
    case 'requestTestAnalysis': {
      const { projectId, testRunTestId, attempt, month, usesQuota, answer } = command;
      if (!isNext(state.tests.get(testRunTestId), attempt, answer?.model === null)) return [];
      const data = { testRunId, projectId, testRunTestId, attempt, month, usesQuota };
      const requested: RunAnalysisEvent = { type: 'TestAnalysisRequested', data };
      const completed = answer && { testRunId, testRunTestId, attempt, month, usesQuota, ...answer };
      return completed ? [requested, { type: 'TestAnalysisCompleted', data: completed }] : [requested];
    }
    case 'completeTestAnalysis': {
      const { testRunTestId, attempt, answer } = command;
      const requested = state.tests.get(testRunTestId);
      if (!isAwaited(requested, attempt)) return [];
      const { month, usesQuota } = requested;
      const data = { testRunId, testRunTestId, attempt, month, usesQuota, ...answer };
      return [{ type: 'TestAnalysisCompleted', data }];
    }
    case 'rateAnalysis': {
      const { rootCauseId, testRunTestId, raterId, rating } = command;
      const key = ratedKey(rootCauseId, testRunTestId);
      if (!state.answered.has(key)) throw new DomainError('analysis.nothingToRate');
      if ((state.ratings.get(`${key} ${raterId}`) ?? null) === rating) return [];
      return [{ type: 'AnalysisRated', data: { testRunId, rootCauseId, testRunTestId, raterId, rating } }];
    }
    default:
      return never(command);
  }
}

function evolve(state: RunAnalysisState, event: RunAnalysisEvent): RunAnalysisState {
  switch (event.type) {
    case 'RunAnalysisRequested': {
      const { attempt, month, usesQuota } = event.data;
      return { ...state, run: { status: 'requested', attempt, month, usesQuota } };
    }
    case 'RunAnalysisCompleted': {
      const { causes, model } = event.data;
      if (state.run === null) return state;
      const answered = new Set([...state.answered, ...causes.map(({ problemId }) => ratedKey(problemId, null))]);
      return { ...state, answered, run: { ...state.run, status: 'complete', byModel: model !== null } };
    }
    case 'TestAnalysisRequested': {
      const { testRunTestId, attempt, month, usesQuota } = event.data;
      const analysis: RequestedAnalysis = { status: 'requested', attempt, month, usesQuota };
      return { ...state, tests: new Map([...state.tests, [testRunTestId, analysis]]) };
    }
    case 'TestAnalysisCompleted': {
      const { testRunTestId, answer, model } = event.data;
      const requested = state.tests.get(testRunTestId);
      if (!requested) return state;
      const analysis: RequestedAnalysis = { ...requested, status: 'complete', byModel: model !== null };
      const answered = answer
        ? new Set([...state.answered, ratedKey(answer.problemId, testRunTestId)])
        : state.answered;
      return { ...state, answered, tests: new Map([...state.tests, [testRunTestId, analysis]]) };
    }
    case 'AnalysisRated': {
      const { rootCauseId, testRunTestId, raterId, rating } = event.data;
      const key = `${ratedKey(rootCauseId, testRunTestId)} ${raterId}`;
      return { ...state, ratings: new Map([...state.ratings, [key, rating as Rating]]) };
    }
  }
}

/** Why tests of a run failed, as a model was asked: of the whole run, and of single tests. */
export const runAnalysisDecider: Decider<RunAnalysisState, RunAnalysisCommand, RunAnalysisEvent> = {
  category: 'runAnalysis',
  initialState: () => ({ run: null, tests: new Map(), answered: new Set(), ratings: new Map() }),
  decide,
  evolve,
};
