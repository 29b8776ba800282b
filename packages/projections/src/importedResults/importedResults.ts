import { type AccountId, type ProjectId, type TestId, type TestRunId, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { TestResultsImported } from '@assay/event-schemas';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type ImportedResultsDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  projectId: ProjectId;
  chunk: number;
  /** Which of the run's tests these are, in the order in which they are shown: from `offset`, before `end`. */
  offset: number;
  end: number;
  importedAt: string;
  /** Blob with the texts of these tests. */
  details: string | null;
  /** How many of these were flaky and not quarantined: whoever looks for such need not look further where it is 0. */
  flaky: number;
  /** Of `results`, in their order; a test is looked for here. */
  testIds: TestId[];
  results: TestResultsImported['results'];
};

/**
 * The tests of uploaded runs, a chunk a document. They never change, and nobody asks for one by itself but to look at
 * it, so that a document for each, with its indexes, would be paid for by every upload and used by few.
 */
export const importedResults: Projection<ImportedResultsDocument> = {
  name: 'importedResults',
  version: 1,
  indexes: [{ testRunId: 1, end: 1 }],
  neverChanges: true,
  idsOf: (event) =>
    event.type === 'TestResultsImported' ? [`${event.data.testRunId}.${String(event.data.chunk)}`] : [],
  evolve: (_, event) => {
    if (event.type !== 'TestResultsImported') return null;
    const { testRunId, projectId, chunk, offset, details, results } = event.data;
    return {
      accountId: accountOf(event),
      testRunId,
      projectId,
      chunk,
      offset,
      end: offset + results.length,
      importedAt: event.envelope.occurredAt,
      details,
      flaky: results.filter(({ flaky, quarantined }) => flaky && !quarantined).length,
      testIds: results.map(({ testId }) => testId),
      results,
    };
  },
  topicsOf: ({ accountId, testRunId, testIds }) =>
    testIds.map((id) => ({ accountId, topic: topics.testRunTests(testRunId), id })),
};
