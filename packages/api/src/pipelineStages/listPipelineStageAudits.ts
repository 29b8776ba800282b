import { pipelineStageCalls } from '@assay/contract';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { route } from '../http/route.ts';

export const listPipelineStageAudits = route(
  pipelineStageCalls.listPipelineStageAudits,
  async ({ api, params: { id }, caller }) => {
    await api.owners.requireOwn(`pipelineStage-${id}`, caller.accountId, 'pipelineStage.notFound');
    return auditTrailOf(api, caller.models, `pipelineStage-${id}`);
  },
);
