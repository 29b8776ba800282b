import type { AccountId, EnvironmentView } from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { EnvironmentDocument } from './environments.ts';

/** `secretValues` are fields as they stand in the log; whoever may see them decrypts them with the account's key. */
export type FoundEnvironment = { view: EnvironmentView; secretValues: Record<string, string> };

/** Environments of an account, by name. In the view a variable that people may see has its field text, any other null. */
export async function findEnvironments(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<EnvironmentDocument>,
): Promise<FoundEnvironment[]> {
  const found = await collections.environments
    .find({ ...filter, accountId })
    .sort({ name: 1 })
    .toArray();
  return found.map(
    ({ environmentId: id, key, name, archived, url, maximumParallelTestRuns, createdAt, position, ...rest }) => {
      const variables = rest.variables.map((variable) => ({
        ...variable,
        value: variable.encrypted ? null : variable.value,
      }));
      const revision = String(rest.revision);
      return {
        view: { id, key, name, archived, url, maximumParallelTestRuns, variables, createdAt, position, revision },
        secretValues: Object.fromEntries(rest.variables.map((variable) => [variable.key, variable.value])),
      };
    },
  );
}
