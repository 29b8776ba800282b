import { namedThings, ownNamed } from '@assay/application';
import type { AccountId, EnvironmentId, VariableRequest } from '@assay/contract';
import type { Api } from '../api.ts';

/**
 * @param cloneOf the environment that a new one is made after
 * @returns the variables of the new one. Encrypted ones without a value have that of the other, which nobody sees: what
 * is encrypted there stays encrypted.
 * @throws DomainError `environment.notFound`
 */
export async function withClonedSecrets(
  api: Pick<Api, 'eventLog' | 'owners'>,
  accountId: AccountId,
  variables: readonly VariableRequest[],
  cloneOf: EnvironmentId | undefined,
): Promise<VariableRequest[]> {
  if (cloneOf === undefined) return [...variables];
  const { variables: stored } = await ownNamed(api, namedThings.environment, accountId, cloneOf);
  return variables.map((variable) => {
    const known = stored.get(variable.key);
    const isCloned = variable.encrypted && !variable.value && known?.encrypted;
    return isCloned ? { ...variable, value: known.value } : variable;
  });
}
