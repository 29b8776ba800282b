import type { AccountId, Position, ProblemId, ProjectId, UserId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { problemKeyOf } from '../failures/failures.ts';
import type { ProblemDocument } from './problems.ts';

/** @returns what people decided about these problems of the project, by their ids. */
export async function findProblems(
  { known }: Collections,
  projectId: ProjectId,
  problemIds: readonly ProblemId[],
): Promise<Map<ProblemId | null, ProblemDocument>> {
  const keys = problemIds.map((problemId) => problemKeyOf(projectId, problemId));
  const found = await known.all('problems', keys);
  return new Map(found.map((problem) => [problem.problemId, problem]));
}

/** @returns the problems of the project that changed after the position. */
export async function findChangedProblems(
  { problems }: Collections,
  projectId: ProjectId,
  since: Position,
): Promise<ProblemId[]> {
  const filter = { projectId, position: { $gt: since } };
  const changed = await problems.find(filter, { projection: { problemId: 1 } }).toArray();
  return changed.map(({ problemId }) => problemId);
}

/** @returns the problems of the account that the person owns. */
export async function findOwnedProblems(
  { problems }: Collections,
  accountId: AccountId,
  ownerUserId: UserId,
): Promise<Pick<ProblemDocument, 'projectId' | 'problemId'>[]> {
  return problems.find({ accountId, ownerUserId }, { projection: { projectId: 1, problemId: 1 } }).toArray();
}
