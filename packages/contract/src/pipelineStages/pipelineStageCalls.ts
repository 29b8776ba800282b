import { Type } from 'typebox';
import { AuditEntry, RestoreRequest } from '../auditTrail/auditEntry.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { PipelineStageId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { variablesBodyLimit } from '../variables/variables.ts';
import { ChangePipelineStageRequest, CreatePipelineStageRequest, PipelineStageView } from './pipelineStageViews.ts';

const params = Type.Object({ id: PipelineStageId });

export const pipelineStageCalls = {
  listPipelineStages: call({
    method: 'GET',
    path: '/pipeline-stages',
    summary: 'The pipeline stages in use, in order; values of encrypted variables are never shown',
    permission: 'pipelineStage.read',
    answer: Type.Array(PipelineStageView),
    topic: topics.pipelineStages,
    example: {},
  }),
  createPipelineStage: call({
    method: 'POST',
    path: '/pipeline-stages',
    summary: 'Add a pipeline stage; it comes last unless its priority says otherwise',
    permission: 'pipelineStage.write',
    body: CreatePipelineStageRequest,
    verbatim: ['value'],
    bodyLimit: variablesBodyLimit,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.pipelineStages],
    example: { body: { name: 'Acceptance' } },
  }),
  getPipelineStage: call({
    method: 'GET',
    path: '/pipeline-stages/:id',
    summary: 'One pipeline stage; the ETag is its revision',
    permission: 'pipelineStage.read',
    params,
    answer: PipelineStageView,
    example: { params: { id: exampleIds.pipelineStage } },
  }),
  changePipelineStage: call({
    method: 'PATCH',
    path: '/pipeline-stages/:id',
    summary: 'Change a pipeline stage: only what is in the body changes; variables, when sent, replace the whole list',
    permission: 'pipelineStage.write',
    params,
    body: ChangePipelineStageRequest,
    view: PipelineStageView,
    verbatim: ['value'],
    bodyLimit: variablesBodyLimit,
    answer: CommandAnswer,
    changes: [topics.pipelineStages],
    example: { params: { id: exampleIds.pipelineStage }, body: { testRunPriority: 10 } },
  }),
  archivePipelineStage: call({
    method: 'DELETE',
    path: '/pipeline-stages/:id',
    summary: 'Take a pipeline stage out of use; its environments then belong to no stage, and its name is free again',
    permission: 'pipelineStage.write',
    params,
    answer: CommandAnswer,
    changes: [topics.pipelineStages],
    example: { params: { id: exampleIds.pipelineStage } },
  }),
  listPipelineStageAudits: call({
    method: 'GET',
    path: '/pipeline-stages/:id/auditTrail',
    summary: 'Who changed what in a pipeline stage, newest first',
    permission: 'pipelineStage.read',
    params,
    answer: Type.Array(AuditEntry),
    topic: topics.pipelineStages,
    example: { params: { id: exampleIds.pipelineStage } },
  }),
  restorePipelineStage: call({
    method: 'POST',
    path: '/pipeline-stages/:id/restore',
    summary:
      'Bring an earlier version of the pipeline stage back as a new change, with its variables, also the encrypted ones',
    permission: 'pipelineStage.write',
    params,
    body: RestoreRequest,
    answer: CommandAnswer,
    changes: [topics.pipelineStages],
    example: { params: { id: exampleIds.pipelineStage }, body: { revision: '0', reason: 'The new address was wrong' } },
  }),
};
