import { addTotals, noTotals, type Totals } from '@assay/contract';
import type { TestResultsEvent, TestResultsImported } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** The recorded chunks of an upload's results, each by its fingerprint, and their totals. */
export type TestResultsState = { chunks: readonly string[]; totals: Totals };
export type ImportTestResults = { type: 'importTestResults' } & TestResultsImported;

/** A fingerprint of a chunk's results, short enough to remember for every chunk of an upload. */
function markOf({ offset, results, details }: TestResultsImported): string {
  return [offset, results.length, results[0]?.testId, results.at(-1)?.testId, details].join(' ');
}

/**
 * The results of an upload, chunk by chunk; a recorded chunk is not recorded again. An upload must be resumed with the
 * same chunks, or results would silently be missing or counted twice.
 */
export const testResultsDecider: Decider<TestResultsState, ImportTestResults, TestResultsEvent> = {
  category: 'testResults',
  initialState: () => ({ chunks: [], totals: noTotals }),
  decide: ({ type: _, ...data }, { chunks }) => {
    const recorded = chunks[data.chunk];
    if (recorded !== undefined) {
      if (recorded !== markOf(data)) throw new DomainError('testResults.differ');
      return [];
    }
    if (data.chunk > chunks.length) throw new DomainError('testResults.gap');
    return [{ type: 'TestResultsImported', data }];
  },
  evolve: ({ chunks, totals }, { data }) => ({
    chunks: [...chunks, markOf(data)],
    totals: addTotals(totals, data.totals),
  }),
};
