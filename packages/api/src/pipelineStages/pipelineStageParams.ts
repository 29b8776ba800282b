import { PipelineStageId } from '@assay/contract';
import { Type } from 'typebox';

export const PipelineStageParams = Type.Object({ id: PipelineStageId });
