import type { VariableViews } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { Api } from '../api.ts';

/** Documents hold every value encrypted as in the log; people may read those not marked encrypted. */
export function shownVariables(
  { operations }: Pick<Api, 'operations'>,
  variables: VariableViews,
): Promise<VariableViews> {
  return Promise.all(
    variables.map(async (variable) => {
      const readable = !variable.encrypted && variable.value !== null;
      return { ...variable, value: readable ? await decryptField(operations.keys, variable.value ?? '') : null };
    }),
  );
}
