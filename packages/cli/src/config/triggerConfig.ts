import {
  anyProject,
  formFields,
  limits,
  Nullable,
  TriggerRequest,
  TriggerSettings,
  type TriggerView,
} from '@assay/contract';
import { type Static, Type } from 'typebox';
import type { Account } from './account.ts';
import { keyOf, nameOf } from './references.ts';

/** Stands for every project among the deployed ones. */
export const allProjects = '*';

const {
  projectId: _project,
  testSuiteId: _suite,
  testPlanId: _plan,
  environmentId: _environment,
  deployedProjectIds: _deployed,
  // A build is of one moment: a trigger that has one keeps it.
  buildId: _build,
  ...plain
} = TriggerSettings.properties;
const plainSettings = Object.keys(plain) as (keyof typeof plain)[];

const keyOrNull = Type.Optional(Nullable(Type.String(formFields.key)));

/** A trigger, by the names of what it starts. */
export const ConfigTriggerSchema = Type.Object(
  {
    name: Type.String(formFields.triggerName),
    ...Type.Partial(Type.Object(plain)).properties,
    type: TriggerRequest.properties.type,
    enabled: Type.Optional(Type.Boolean()),
    project: keyOrNull,
    testSuite: Type.Optional(Nullable(Type.String(formFields.name))),
    testPlan: keyOrNull,
    environment: keyOrNull,
    deployedProjects: Type.Optional(
      Type.Array(Type.Union([Type.Literal(allProjects), Type.String(formFields.key)]), {
        maxItems: limits.deployedProjects,
      }),
    ),
  },
  { additionalProperties: false },
);
export type ConfigTrigger = Static<typeof ConfigTriggerSchema>;

export function triggerOf(trigger: TriggerView, account: Account): ConfigTrigger {
  const { name, enabled, projectId, testSuiteId, testPlanId, environmentId, deployedProjectIds } = trigger;
  const settings = Object.fromEntries(plainSettings.map((setting) => [setting, trigger[setting]]));
  return {
    name,
    enabled,
    ...(settings as Pick<TriggerView, keyof typeof plain>),
    project: keyOf(account.projects, projectId),
    testSuite: nameOf(account.testSuites, testSuiteId),
    testPlan: keyOf(account.testPlans, testPlanId),
    environment: keyOf(account.environments, environmentId),
    deployedProjects: deployedProjectIds.flatMap((id) => {
      const key = id === anyProject ? allProjects : keyOf(account.projects, id);
      return key === null ? [] : [key];
    }),
  };
}
