import type { AccountReader } from '../readers.ts';
import { type CommitQuery, findRunsOfCommit } from './findRunsOfCommit.ts';

export const gateReads = {
  runsOfCommit: async ({ collections, accountId, projected }: AccountReader, query: CommitQuery) => {
    const position = await projected();
    return { ...(await findRunsOfCommit(collections, accountId, query)), position };
  },
};
