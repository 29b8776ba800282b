import { addTotals, noTotals, type Totals } from '@assay/contract';
import type { TestResultsEvent, TestResultsImported } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** The chunks of an upload's results that are recorded, each by what it can be told by, and what they come to. */
export type TestResultsState = { chunks: readonly string[]; totals: Totals };
export type ImportTestResults = { type: 'importTestResults' } & TestResultsImported;

/** Which results a chunk holds, as short as a whole upload's chunks can be remembered. */
function markOf({ offset, results, details }: TestResultsImported): string {
  return [offset, results.length, results[0]?.testId, results.at(-1)?.testId, details].join(' ');
}

/**
 * The results of an upload, chunk by chunk; a chunk that is there is not recorded again. Whoever goes on with an upload
 * must have cut it into the same chunks: otherwise results would be missing, or there twice, and nobody would see it.
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
