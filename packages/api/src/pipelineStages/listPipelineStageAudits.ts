import { AuditEntry } from '@assay/contract';
import { Type } from 'typebox';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { route } from '../http/route.ts';
import { PipelineStageParams } from './pipelineStageParams.ts';

export const listPipelineStageAudits = route({
  method: 'GET',
  url: '/pipeline-stages/:id/auditTrail',
  summary: 'Who changed what of a pipeline stage, newest first',
  permission: 'pipelineStage.read',
  params: PipelineStageParams,
  answer: Type.Array(AuditEntry),
  handle: async ({ api, params: { id }, caller }) => {
    await api.owners.requireOwn(`pipelineStage-${id}`, caller.accountId, 'pipelineStage.notFound');
    return auditTrailOf(api, caller.models, `pipelineStage-${id}`);
  },
});
