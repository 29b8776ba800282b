import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Position, RunnerPoolId, Time } from '../ids.ts';

/** The kinds of machine that runners are of. */
export const runnerTypes = ['WINDOWS', 'LINUX'] as const;
export type RunnerType = (typeof runnerTypes)[number];

/** @returns the type that pools and limits count an agent as: whatever is not Windows counts as Linux. */
export function runnerTypeOf(os: 'LINUX' | 'WINDOWS' | 'MACOS'): RunnerType {
  return os === 'WINDOWS' ? 'WINDOWS' : 'LINUX';
}

const name = Type.String(formFields.name);
const runnerType = Type.Enum(runnerTypes);
const maxRunners = Type.Integer({
  ...formFields.runners,
  description: "how many of its runners may be at work at once, over all runs; up to the account's maximum of the type",
});

export const CreateRunnerPoolRequest = Type.Object({ name, runnerType, maxRunners }, { additionalProperties: false });
export type CreateRunnerPoolRequest = Static<typeof CreateRunnerPoolRequest>;

/** Only what is there changes. */
export const ChangeRunnerPoolRequest = Type.Partial(CreateRunnerPoolRequest, { additionalProperties: false });
export type ChangeRunnerPoolRequest = Static<typeof ChangeRunnerPoolRequest>;

export const RunnerPoolView = Type.Object({
  id: RunnerPoolId,
  name: Type.String(),
  runnerType,
  maxRunners: Type.Integer(),
  currentRunners: Type.Integer({ description: 'of its runners, those that have not exited' }),
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
