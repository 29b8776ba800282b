import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { AgentId, Nullable, ProjectId, ProjectTrialId, Time } from '../ids.ts';
import { CreateProjectRequest } from '../projects/projectViews.ts';
import { ProjectTrialReport } from './projectTrialReport.ts';

/**
 * `waiting`: for an agent. `working`: an agent checks out, installs and lists. `listed`: it has, and found what there is.
 * `failed` and `canceled`: it ended before.
 */
export const projectTrialStates = ['waiting', 'working', 'listed', 'failed', 'canceled'] as const;
export type ProjectTrialState = (typeof projectTrialStates)[number];

/** The settings of a project that is there, or is to be: they are tried as they are sent, and stored nowhere. */
export const ProjectTrialRequest = Type.Object(
  {
    projectId: Type.Optional(
      Nullable(
        Type.Unsafe<ProjectId>({
          ...ProjectId,
          description: 'whose settings count where the request has none; null: a project that is not there yet',
        }),
      ),
    ),
    environment: Type.Optional(
      Nullable(
        Type.String({ ...formFields.key, description: 'key of the one whose variables and runner pools are used' }),
      ),
    ),
    ...Type.Omit(CreateProjectRequest, ['name', 'key']).properties,
  },
  { additionalProperties: false },
);
export type ProjectTrialRequest = Static<typeof ProjectTrialRequest>;

/** Set-up and listing of a project's tests, without a test run. Forgotten a day after it was begun. */
export const ProjectTrialView = Type.Object({
  id: ProjectTrialId,
  state: Type.Enum(projectTrialStates),
  createdAt: Time,
  startedAt: Nullable(Type.String({ ...Time, description: 'when an agent took it' })),
  endedAt: Nullable(Time),
  waitsFor: Nullable(Type.String({ description: 'why no agent takes it, while it waits; null: one may any moment' })),
  agent: Nullable(Type.Object({ id: AgentId, name: Type.String() })),
  ...ProjectTrialReport.properties,
});
export type ProjectTrialView = Static<typeof ProjectTrialView>;
