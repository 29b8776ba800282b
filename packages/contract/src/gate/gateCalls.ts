import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { topics } from '../live/topics.ts';
import { GateQuery, GateView, gateParams } from './gateViews.ts';

export const gateCalls = {
  readGate: call({
    method: 'GET',
    path: '/projects/:id/gate',
    summary: 'Whether the runs of a commit let it pass: met, not met, pending, or no evidence, and which runs say so',
    permission: 'testRun.read',
    params: gateParams,
    query: GateQuery,
    answer: GateView,
    topic: topics.testRuns,
    example: { params: { id: exampleIds.project }, query: { commit: '0123456789abcdef' } },
  }),
};
