import type { TestResultsEvent, TestResultsImported } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** How many chunks of an upload's results are recorded. */
export type TestResultsState = { chunks: number };
export type ImportTestResults = { type: 'importTestResults' } & TestResultsImported;

/** The results of an upload, chunk by chunk; a chunk that is there is not recorded again. */
export const testResultsDecider: Decider<TestResultsState, ImportTestResults, TestResultsEvent> = {
  category: 'testResults',
  initialState: () => ({ chunks: 0 }),
  decide: ({ type: _, ...data }, { chunks }) => {
    if (data.chunk < chunks) return [];
    if (data.chunk > chunks) throw new DomainError('testResults.gap');
    return [{ type: 'TestResultsImported', data }];
  },
  evolve: (_, event) => ({ chunks: event.data.chunk + 1 }),
};
