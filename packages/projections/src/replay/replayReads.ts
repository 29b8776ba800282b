import type { TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findReplay } from './findReplay.ts';

export const replayReads = {
  replay: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findReplay(collections, accountId, testRunId),
};
