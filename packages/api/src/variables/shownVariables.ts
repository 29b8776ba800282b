import type { VariableViews } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { Api } from '../api.ts';

/** Documents hold every value as it is encrypted in the log; what is not marked encrypted is readable to people. */
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
