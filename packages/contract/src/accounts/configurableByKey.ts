import type { rolesWith } from '../rolesWith.ts';

/**
 * What a program that applies a configuration file changes beyond what a user may: things alone. People, keys and
 * sign-in stay with administrators, so that a key can never give more rights than it has.
 */
export const configurableByKey = [
  'project.write',
  'environment.write',
  'pipelineStage.write',
  'runnerPool.write',
  'testPlan.write',
  'trigger.write',
  'alert.write',
] as const satisfies readonly (keyof typeof rolesWith)[];

export type ConfigurableByKey = (typeof configurableByKey)[number];
