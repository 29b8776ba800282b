import { Type } from 'typebox';
import { AuditEntry } from '../auditTrail/auditEntry.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { RunnerPoolId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import {
  ChangeRunnerPoolRequest,
  CreateRunnerPoolRequest,
  RunnerConfigurationView,
  RunnerPoolView,
} from './runnerPoolViews.ts';

const params = Type.Object({ id: RunnerPoolId });

export const runnerPoolCalls = {
  listRunnerConfigurations: call({
    method: 'GET',
    path: '/runner-configurations',
    summary: 'The machine types of runners',
    permission: 'runnerPool.read',
    answer: Type.Array(RunnerConfigurationView),
    example: {},
  }),
  listRunnerPools: call({
    method: 'GET',
    path: '/runner-pools',
    summary: 'The runner pools in use, by name',
    permission: 'runnerPool.read',
    answer: Type.Array(RunnerPoolView),
    topic: topics.runnerPools,
    example: {},
  }),
  createRunnerPool: call({
    method: 'POST',
    path: '/runner-pools',
    summary: "Set runners of one machine type apart; agents join by the pool's name",
    permission: 'runnerPool.write',
    body: CreateRunnerPoolRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.runnerPools],
    example: { body: { name: 'Large machines', runnerType: 'LINUX', maxRunners: 4 } },
  }),
  getRunnerPool: call({
    method: 'GET',
    path: '/runner-pools/:id',
    summary: 'One runner pool; the ETag is its revision',
    permission: 'runnerPool.read',
    params,
    answer: RunnerPoolView,
    example: { params: { id: exampleIds.runnerPool } },
  }),
  changeRunnerPool: call({
    method: 'PATCH',
    path: '/runner-pools/:id',
    summary: 'Change a runner pool: only what is in the body changes',
    permission: 'runnerPool.write',
    params,
    body: ChangeRunnerPoolRequest,
    view: RunnerPoolView,
    answer: CommandAnswer,
    changes: [topics.runnerPools],
    example: { params: { id: exampleIds.runnerPool }, body: { maxRunners: 2 } },
  }),
  archiveRunnerPool: call({
    method: 'DELETE',
    path: '/runner-pools/:id',
    summary: 'Take a runner pool out of use, unless a pipeline stage uses it; its name is free again',
    permission: 'runnerPool.write',
    params,
    answer: CommandAnswer,
    changes: [topics.runnerPools],
    example: { params: { id: exampleIds.runnerPool } },
  }),
  listRunnerPoolAudits: call({
    method: 'GET',
    path: '/runner-pools/:id/auditTrail',
    summary: 'Who changed what in a runner pool, newest first',
    permission: 'runnerPool.read',
    params,
    answer: Type.Array(AuditEntry),
    topic: topics.runnerPools,
    example: { params: { id: exampleIds.runnerPool } },
  }),
};
