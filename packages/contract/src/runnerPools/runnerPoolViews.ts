import { type Static, Type } from 'typebox';
import { changeProperties, createProperties, viewProperties } from '../declaredFields/fieldSchemas.ts';
import { Position, RunnerPoolId, Time } from '../ids.ts';
import { runnerPoolFields } from './runnerPoolFields.ts';
import { runnerTypes } from './runnerTypes.ts';

export const CreateRunnerPoolRequest = Type.Object(createProperties(runnerPoolFields), { additionalProperties: false });
export type CreateRunnerPoolRequest = Static<typeof CreateRunnerPoolRequest>;

/** Only fields sent are changed. */
export const ChangeRunnerPoolRequest = Type.Object(changeProperties(runnerPoolFields), { additionalProperties: false });
export type ChangeRunnerPoolRequest = Static<typeof ChangeRunnerPoolRequest>;

export const RunnerPoolView = Type.Object({
  id: RunnerPoolId,
  ...viewProperties(runnerPoolFields),
  currentRunners: Type.Integer({ description: 'how many of its runners have not exited' }),
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type RunnerPoolView = Static<typeof RunnerPoolView>;

export const RunnerConfigurationView = Type.Object({
  id: Type.Enum(runnerTypes),
  key: Type.String(),
  archived: Type.Boolean(),
});
export type RunnerConfigurationView = Static<typeof RunnerConfigurationView>;
