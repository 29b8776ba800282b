import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Position, RunnerPoolId, Time } from '../ids.ts';

/** The machine types of runners. */
export const runnerTypes = ['WINDOWS', 'LINUX'] as const;
export type RunnerType = (typeof runnerTypes)[number];
export const runnerTypeLabels: Readonly<Record<RunnerType, string>> = { LINUX: 'Linux', WINDOWS: 'Windows' };

/** @returns the type that pools and limits count an agent as: anything but Windows counts as Linux. */
export function runnerTypeOf(os: 'LINUX' | 'WINDOWS' | 'MACOS'): RunnerType {
  return os === 'WINDOWS' ? 'WINDOWS' : 'LINUX';
}

const name = Type.String(formFields.name);
const runnerType = Type.Enum(runnerTypes);
const maxRunners = Type.Integer({
  ...formFields.runners,
  description: "how many of its runners may work at once, over all runs; up to the account's maximum for the type",
});

export const CreateRunnerPoolRequest = Type.Object({ name, runnerType, maxRunners }, { additionalProperties: false });
export type CreateRunnerPoolRequest = Static<typeof CreateRunnerPoolRequest>;

/** Only fields sent are changed. */
export const ChangeRunnerPoolRequest = Type.Partial(CreateRunnerPoolRequest, { additionalProperties: false });
export type ChangeRunnerPoolRequest = Static<typeof ChangeRunnerPoolRequest>;

export const RunnerPoolView = Type.Object({
  id: RunnerPoolId,
  name: Type.String(),
  runnerType,
  maxRunners: Type.Integer(),
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
