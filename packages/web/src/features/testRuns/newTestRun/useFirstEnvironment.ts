import type { EnvironmentView } from '@assay/contract';
import { useLocalStorage } from '@mantine/hooks';
import { onlyOf } from './onlyOf.ts';

/**
 * @returns what a new run begins with: the environment of the last one that was started or uploaded in this browser, if it
 * is still there, else the only one; and how to remember another by its key
 */
export function useFirstEnvironment(environments: readonly EnvironmentView[]) {
  const [last, remember] = useLocalStorage({
    key: 'assay.environment',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  return { first: environments.find(({ key }) => key === last) ?? onlyOf(environments), remember };
}
