import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, PipelineStageId, Position, RunnerPoolId, Time } from '../ids.ts';
import { VariableRequests, VariableViews } from '../variables/variables.ts';

const name = Type.String(formFields.name);
const priority = Type.Integer({
  ...formFields.stagePriority,
  description: 'its place among the stages, smallest first; environments without a stage rank at 1000',
});
const testRunPriority = Type.Integer({
  ...formFields.priority,
  description: 'for runs in its environments that ask for none; higher goes first',
});
const runnerPoolId = Nullable(RunnerPoolId);

export const CreatePipelineStageRequest = Type.Object(
  {
    name,
    priority: Type.Optional(priority),
    testRunPriority: Type.Optional(testRunPriority),
    windowsRunnerPoolId: Type.Optional(runnerPoolId),
    linuxRunnerPoolId: Type.Optional(runnerPoolId),
    variables: Type.Optional(VariableRequests),
  },
  { additionalProperties: false },
);
export type CreatePipelineStageRequest = Static<typeof CreatePipelineStageRequest>;

/** Only fields sent are changed; `variables`, when sent, replaces the whole list. */
export const ChangePipelineStageRequest = Type.Partial(CreatePipelineStageRequest, { additionalProperties: false });
export type ChangePipelineStageRequest = Static<typeof ChangePipelineStageRequest>;

export const PipelineStageView = Type.Object({
  id: PipelineStageId,
  name: Type.String(),
  priority: Type.Integer(),
  testRunPriority: Type.Integer(),
  windowsRunnerPoolId: runnerPoolId,
  linuxRunnerPoolId: runnerPoolId,
  variables: VariableViews,
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type PipelineStageView = Static<typeof PipelineStageView>;
