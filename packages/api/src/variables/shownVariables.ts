import type { VariableViews } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { Api } from '../api.ts';
import type { Caller } from '../http/callers.ts';

/**
 * Documents hold every value encrypted as in the log; people may read those not marked encrypted, but staff with a role
 * for some hours may not.
 */
export function shownVariables(
  { operations }: Pick<Api, 'operations'>,
  variables: VariableViews,
  caller: Caller,
): Promise<VariableViews> {
  const isOfStaff = caller?.kind === 'member' && caller.ofStaff;
  return Promise.all(
    variables.map(async (variable) => {
      const readable = !variable.encrypted && variable.value !== null && !isOfStaff;
      return { ...variable, value: readable ? await decryptField(operations.keys, variable.value ?? '') : null };
    }),
  );
}
