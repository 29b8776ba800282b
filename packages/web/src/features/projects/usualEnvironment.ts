import { type EnvironmentView, firstEnvironment } from '@assay/contract';

/** @returns where tests of a project run that has not run yet: the environment that an account begins with, if it is there */
export function usualEnvironment(environments: readonly EnvironmentView[]): EnvironmentView | null {
  return environments.find(({ key }) => key === firstEnvironment.key) ?? environments[0] ?? null;
}
