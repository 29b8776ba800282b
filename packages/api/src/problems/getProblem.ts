import { problemCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getProblem = route(problemCalls.getProblem, async ({ caller, params }) => {
  const problem = await caller.models.problem(params.id, params.problemId);
  if (!problem) throw new DomainError('problem.notFound');
  return problem;
});
