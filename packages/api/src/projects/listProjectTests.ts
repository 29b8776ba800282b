import { projectCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listProjectTests = route(projectCalls.listProjectTests, async ({ caller, params }) => {
  const tests = await caller.models.projectTests(params.id, { quarantinedOnly: false });
  if (!tests) throw new DomainError('project.notFound');
  return tests;
});
