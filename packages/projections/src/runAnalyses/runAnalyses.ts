import { type AccountId, type ModelAnswer, type ProblemId, type TestRunId, topics } from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { RunAnalysisCompleted } from '@assay/event-schemas';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';

/** A thumb of a person or an API key. */
export type AnalysisRating = { rootCauseId: ProblemId; raterId: string; rating: ModelAnswer['rating'] };

/** What was asked about a run, or about one of its tests. */
export type RequestedDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  attempt: number;
  requestedAt: string;
  requestedBy: Actor;
  /** Null: the model has not answered yet. */
  completedAt: string | null;
  model: RunAnalysisCompleted['model'];
  failure: string | null;
  ratings: AnalysisRating[];
};

export type RunAnalysisDocument = RequestedDocument & {
  summary: string | null;
  causes: RunAnalysisCompleted['causes'];
};

/** @returns a request without an answer. */
export function requestedOf(
  event: RecordedEvent & { type: 'RunAnalysisRequested' | 'TestAnalysisRequested' },
): Evolved<RequestedDocument> {
  const { testRunId, attempt } = event.data;
  const { occurredAt: requestedAt, actor: requestedBy } = event.envelope;
  const accountId = accountOf(event);
  const unanswered = { completedAt: null, model: null, failure: null, ratings: [] };
  return { accountId, testRunId, attempt, requestedAt, requestedBy, ...unanswered };
}

/** @returns the thumbs with the newest one of a rater. */
export function withRating(
  ratings: readonly AnalysisRating[],
  { data: { rootCauseId, raterId, rating } }: RecordedEvent & { type: 'AnalysisRated' },
): AnalysisRating[] {
  const others = ratings.filter((other) => other.rootCauseId !== rootCauseId || other.raterId !== raterId);
  return rating === null ? others : [...others, { rootCauseId, raterId, rating: rating as ModelAnswer['rating'] }];
}

/** What models were asked about failed runs, and what they said. */
export const runAnalyses: Projection<RunAnalysisDocument> = {
  name: 'runAnalyses',
  version: 1,
  indexes: [{ accountId: 1, 'model.inputHash': 1 }],
  idsOf: (event) => {
    if (event.type === 'RunAnalysisRequested' || event.type === 'RunAnalysisCompleted') return [event.data.testRunId];
    return event.type === 'AnalysisRated' && event.data.testRunTestId === null ? [event.data.testRunId] : [];
  },
  evolve: (document, event) => {
    if (event.type === 'RunAnalysisRequested') return { ...requestedOf(event), summary: null, causes: [] };
    if (document === null) return null;
    if (event.type === 'RunAnalysisCompleted') {
      const { summary, causes, model, failure } = event.data;
      return { ...document, completedAt: event.envelope.occurredAt, summary, causes, model, failure };
    }
    return event.type === 'AnalysisRated' ? { ...document, ratings: withRating(document.ratings, event) } : document;
  },
  topicsOf: ({ accountId, testRunId }) => [{ accountId, topic: topics.testRunAnalysis(testRunId), id: testRunId }],
};
