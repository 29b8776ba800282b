import { type Static, Type } from 'typebox';
import { changeProperties, createProperties, viewProperties } from '../declaredFields/fieldSchemas.ts';
import { PipelineStageId, Position, Time } from '../ids.ts';
import { VariableRequests, VariableViews } from '../variables/variables.ts';
import { pipelineStageFields } from './pipelineStageFields.ts';

export const CreatePipelineStageRequest = Type.Object(
  { ...createProperties(pipelineStageFields), variables: Type.Optional(VariableRequests) },
  { additionalProperties: false },
);
export type CreatePipelineStageRequest = Static<typeof CreatePipelineStageRequest>;

/** Only fields sent are changed; `variables`, when sent, replaces the whole list. */
export const ChangePipelineStageRequest = Type.Object(
  { ...changeProperties(pipelineStageFields), variables: Type.Optional(VariableRequests) },
  { additionalProperties: false },
);
export type ChangePipelineStageRequest = Static<typeof ChangePipelineStageRequest>;

export const PipelineStageView = Type.Object({
  id: PipelineStageId,
  ...viewProperties(pipelineStageFields),
  variables: VariableViews,
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type PipelineStageView = Static<typeof PipelineStageView>;
