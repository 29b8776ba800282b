import { TestRunnerView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { TestRunParams } from '../testRuns/testRunParams.ts';

export const listEmployeeRunners = route({
  method: 'GET',
  url: '/employee/test-runs/:id/runners',
  summary: 'The runners of a run, of whatever account, and what each is doing',
  permission: 'staff',
  params: TestRunParams,
  answer: Type.Array(TestRunnerView),
  handle: async ({ api, params: { id } }) => {
    const accountId = await api.owners.ownerOf(`testRun-${id}`);
    const runners = accountId ? await api.readModels.of(accountId).testRunners(id) : null;
    if (!runners) throw new DomainError('testRun.notFound');
    return runners;
  },
});
