import type { AccountId, RunnerPoolId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findRunnerPools, findRunnerPoolsNamed } from './findRunnerPools.ts';

export const runnerPoolReads = {
  runnerPools: ({ collections, accountId }: AccountReader) => findRunnerPools(collections, accountId),
  runnerPool: async ({ collections, accountId }: AccountReader, runnerPoolId: RunnerPoolId) =>
    (await findRunnerPools(collections, accountId, { _id: runnerPoolId }))[0] ?? null,
};

export const runnerPoolServiceReads = {
  /** Pools that agents refer to by this name, of one account or, with null, of all of them. */
  runnerPoolsNamed: ({ collections }: ServiceReader, name: string, accountId: AccountId | null) =>
    findRunnerPoolsNamed(collections, name, accountId),
};
