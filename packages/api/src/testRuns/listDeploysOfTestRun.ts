import { DeployView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { TestRunParams } from './testRunParams.ts';

export const listDeploysOfTestRun = route({
  method: 'GET',
  url: '/test-runs/:id/deploys',
  summary: 'Where the version that the run tests was deployed, newest first: the same commit, the same build',
  permission: 'deploy.read',
  params: TestRunParams,
  answer: Type.Array(DeployView),
  handle: async ({ caller, params }) => {
    const deploys = await caller.models.deploysOfRun(params.id);
    if (!deploys) throw new DomainError('testRun.notFound');
    return deploys;
  },
});
