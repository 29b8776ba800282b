import { RunnerPoolView, topics } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

export const listRunnerPools = route({
  method: 'GET',
  url: '/runner-pools',
  summary: 'The runner pools in use, by name',
  permission: 'runnerPool.read',
  answer: Type.Array(RunnerPoolView),
  topics: [{ name: topics.runnerPools }],
  handle: ({ caller }) => caller.models.runnerPools(),
});
