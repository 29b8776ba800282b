import { topics } from '@assay/contract';
import type { TestAnalysisCompleted } from '@assay/event-schemas';
import type { Projection } from '../projection.ts';
import { type RequestedDocument, requestedOf, withRating } from '../runAnalyses/runAnalyses.ts';

export type TestAnalysisDocument = RequestedDocument & {
  testRunTestId: string;
  /** Markdown. */
  text: string | null;
  answer: TestAnalysisCompleted['answer'];
  isFromCause: boolean;
};

/** Suggestions about failed tests that people asked for. */
export const testAnalyses: Projection<TestAnalysisDocument> = {
  name: 'testAnalyses',
  version: 1,
  indexes: [{ accountId: 1, 'model.inputHash': 1 }],
  idsOf: (event) => {
    if (event.type === 'TestAnalysisRequested' || event.type === 'TestAnalysisCompleted') {
      return [event.data.testRunTestId];
    }
    return event.type === 'AnalysisRated' && event.data.testRunTestId !== null ? [event.data.testRunTestId] : [];
  },
  evolve: (document, event) => {
    if (event.type === 'TestAnalysisRequested') {
      const { testRunTestId } = event.data;
      return { ...requestedOf(event), testRunTestId, text: null, answer: null, isFromCause: false };
    }
    if (document === null) return null;
    if (event.type === 'TestAnalysisCompleted') {
      const { text, answer, isFromCause, model, failure } = event.data;
      return { ...document, completedAt: event.envelope.occurredAt, text, answer, isFromCause, model, failure };
    }
    return event.type === 'AnalysisRated' ? { ...document, ratings: withRating(document.ratings, event) } : document;
  },
  topicsOf: ({ accountId, testRunId, testRunTestId: id }) => [
    { accountId, topic: topics.testRunAnalysis(testRunId), id },
  ],
};
