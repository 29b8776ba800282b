import { projectCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getTestHistory = route(projectCalls.getTestHistory, async ({ caller, params: { id, testId } }) => {
  const history = await caller.models.testHistory(id, testId);
  if (!history) throw new DomainError('project.notFound');
  return history;
});
