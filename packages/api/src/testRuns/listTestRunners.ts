import { TestRunnerView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { TestRunParams } from './testRunParams.ts';

export const listTestRunners = route({
  method: 'GET',
  url: '/test-runs/:id/test-runners',
  summary: 'The runners of a run and what each is doing',
  permission: 'testRun.read',
  params: TestRunParams,
  answer: Type.Array(TestRunnerView),
  handle: async ({ caller, params }) => {
    const runners = await caller.models.testRunners(params.id);
    if (!runners) throw new DomainError('testRun.notFound');
    return runners;
  },
});
