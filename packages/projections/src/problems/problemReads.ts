import type { ProblemId, ProjectId, UserId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findProblem } from './findProblem.ts';
import { findOwnedProblems } from './findProblems.ts';

export const problemReads = {
  problem: ({ collections, accountId }: AccountReader, projectId: ProjectId, problemId: ProblemId) =>
    findProblem(collections, accountId, projectId, problemId),
  ownedProblems: ({ collections, accountId }: AccountReader, userId: UserId) =>
    findOwnedProblems(collections, accountId, userId),
};
