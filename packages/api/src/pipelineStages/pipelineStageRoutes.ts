import type { Route } from '../http/route.ts';
import { archivePipelineStage } from './archivePipelineStage.ts';
import { changePipelineStage } from './changePipelineStage.ts';
import { createPipelineStage } from './createPipelineStage.ts';
import { getPipelineStage } from './getPipelineStage.ts';
import { listPipelineStageAudits } from './listPipelineStageAudits.ts';
import { listPipelineStages } from './listPipelineStages.ts';
import { restorePipelineStage } from './restorePipelineStage.ts';

export const pipelineStageRoutes: readonly Route[] = [
  listPipelineStages,
  createPipelineStage,
  getPipelineStage,
  changePipelineStage,
  archivePipelineStage,
  listPipelineStageAudits,
  restorePipelineStage,
];
