import type { ChangeProjectRequest, ProjectView } from '@assay/contract';

/** A change of the project's settings that would remove what failed a run. */
export type Remedy = { label: string; change: ChangeProjectRequest };

/** The settings that say which change may help. */
export type Tried = Pick<
  ProjectView,
  | 'testingFramework'
  | 'otherFramework'
  | 'testCommand'
  | 'configFile'
  | 'installCommand'
  | 'buildCommand'
  | 'serverCommand'
  | 'defaultBranch'
>;
