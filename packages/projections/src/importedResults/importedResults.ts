import { type AccountId, type ProblemId, type ProjectId, type TestId, type TestRunId, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { TestResultsImported } from '@assay/event-schemas';
import { problemIdsIn } from '../failures/importedProblems.ts';
import type { Projection, ReadModelDocument } from '../projection.ts';
import { isQuarantinedByItself } from '../testRunTests/quarantinedByItself.ts';

export type ImportedResultsDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  projectId: ProjectId;
  chunk: number;
  /** The places of these tests in the run, in the order in which they are shown: from `offset` up to, not including, `end`. */
  offset: number;
  end: number;
  importedAt: string;
  /** Blob with the texts of these tests. */
  details: string | null;
  /** How many of these were flaky and not quarantined; a search for flaky tests skips the chunk when it is 0. */
  flaky: number;
  /** The ids of `results`, in the same order; indexed to find a test. */
  testIds: TestId[];
  results: TestResultsImported['results'];
  /** What each of `results` failed of, in the same order. */
  problemIds: readonly (ProblemId | null)[];
};

/**
 * The tests of uploaded runs, one document for each chunk. They never change and are rarely read one by one: a document
 * for each test, with its index entries, would cost every upload and help few readers.
 */
export const importedResults: Projection<ImportedResultsDocument> = {
  name: 'importedResults',
  version: 2,
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
      flaky: results.filter(isQuarantinedByItself).length,
      testIds: results.map(({ testId }) => testId),
      results,
      problemIds: problemIdsIn(results),
    };
  },
  topicsOf: ({ accountId, testRunId, testIds }) =>
    testIds.map((id) => ({ accountId, topic: topics.testRunTests(testRunId), id })),
};
