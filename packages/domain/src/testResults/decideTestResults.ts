import { addTotals, noTotals, type Totals } from '@assay/contract';
import type { TestResultsEvent, TestResultsImported } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** How many chunks of an upload's results are recorded, and what these come to. */
export type TestResultsState = { chunks: number; totals: Totals };
export type ImportTestResults = { type: 'importTestResults' } & TestResultsImported;

/** The results of an upload, chunk by chunk; a chunk that is there is not recorded again. */
export const testResultsDecider: Decider<TestResultsState, ImportTestResults, TestResultsEvent> = {
  category: 'testResults',
  initialState: () => ({ chunks: 0, totals: noTotals }),
  decide: ({ type: _, ...data }, { chunks }) => {
    if (data.chunk < chunks) return [];
    if (data.chunk > chunks) throw new DomainError('testResults.gap');
    return [{ type: 'TestResultsImported', data }];
  },
  evolve: ({ totals }, { data }) => ({ chunks: data.chunk + 1, totals: addTotals(totals, data.totals) }),
};
