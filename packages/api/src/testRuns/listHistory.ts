import { HistoryItem } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { TestRunParams } from './testRunParams.ts';

export const listHistory = route({
  method: 'GET',
  url: '/test-runs/:id/history',
  summary: 'What became of a run, and who had a hand in it',
  permission: 'testRun.read',
  params: TestRunParams,
  answer: Type.Array(HistoryItem),
  handle: async ({ caller, params }) => {
    const history = await caller.models.history(params.id);
    if (!history) throw new DomainError('testRun.notFound');
    return history;
  },
});
