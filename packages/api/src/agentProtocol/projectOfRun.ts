import type { ProjectId, TestRunId } from '@assay/contract';
import { DomainError, testRunDecider } from '@assay/domain';
import type { Api } from '../api.ts';

/** @throws DomainError `testRun.notFound` when there is no such run */
export async function projectOfRun({ eventLog, known }: Api, testRunId: TestRunId): Promise<ProjectId> {
  const cached = known.projectsOfRuns.get(testRunId);
  if (cached) return cached;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none') throw new DomainError('testRun.notFound');
  const { projectId } = state.request;
  known.projectsOfRuns.set(testRunId, projectId);
  return projectId;
}
