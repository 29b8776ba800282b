import { projectCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listQuarantinedTests = route(projectCalls.listQuarantinedTests, async ({ caller, params }) => {
  const tests = await caller.models.projectTests(params.id, { quarantinedOnly: true });
  if (!tests) throw new DomainError('project.notFound');
  return tests;
});
