import { Type } from 'typebox';
import { AuditEntry, RestoreRequest } from '../auditTrail/auditEntry.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { EnvironmentIdOrKey } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { variablesBodyLimit } from '../variables/variables.ts';
import { ChangeEnvironmentRequest, CreateEnvironmentRequest, EnvironmentView } from './environmentViews.ts';

const params = Type.Object({ id: EnvironmentIdOrKey });

export const environmentCalls = {
  listEnvironments: call({
    method: 'GET',
    path: '/environments',
    summary: 'The environments in use; values of encrypted variables are never shown',
    permission: 'environment.read',
    answer: Type.Array(EnvironmentView),
    topic: topics.environments,
    example: {},
  }),
  createEnvironment: call({
    method: 'POST',
    path: '/environments',
    summary: 'Add an environment',
    permission: 'environment.write',
    body: CreateEnvironmentRequest,
    verbatim: ['value'],
    bodyLimit: variablesBodyLimit,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.environments],
    example: { body: { name: 'Staging', key: 'staging' } },
  }),
  changeEnvironment: call({
    method: 'PATCH',
    path: '/environments/:id',
    summary: 'Change an environment: only what is in the body changes; variables, when sent, replace the whole list',
    permission: 'environment.write',
    params,
    body: ChangeEnvironmentRequest,
    view: EnvironmentView,
    verbatim: ['value'],
    bodyLimit: variablesBodyLimit,
    answer: CommandAnswer,
    changes: [topics.environments],
    example: { params: { id: exampleIds.environment }, body: { maximumParallelTestRuns: 3 } },
  }),
  archiveEnvironment: call({
    method: 'DELETE',
    path: '/environments/:id',
    summary: 'Take an environment out of use; its name and key are free again',
    permission: 'environment.write',
    params,
    answer: CommandAnswer,
    changes: [topics.environments],
    example: { params: { id: exampleIds.environment } },
  }),
  listEnvironmentAudits: call({
    method: 'GET',
    path: '/environments/:id/auditTrail',
    summary: 'Who changed what in an environment, newest first',
    permission: 'environment.read',
    params,
    answer: Type.Array(AuditEntry),
    topic: topics.environments,
    example: { params: { id: exampleIds.environment } },
  }),
  restoreEnvironment: call({
    method: 'POST',
    path: '/environments/:id/restore',
    summary:
      'Bring an earlier version of the environment back as a new change, with its variables, also the encrypted ones',
    permission: 'environment.write',
    params,
    body: RestoreRequest,
    answer: CommandAnswer,
    changes: [topics.environments],
    example: { params: { id: exampleIds.environment }, body: { revision: '0', reason: 'The new address was wrong' } },
  }),
};
