import { nameKey } from '@assay/contract';
import type { Config, ConfigVariable } from './configFile.ts';

/** @returns the value of a secret by the name that the file gives it, if it was given */
export type SecretOf = (name: string) => string | undefined;

type Holder = { key?: string; name: string; variables?: ConfigVariable[] };

/**
 * @param replace stored secrets too take the values that were given
 * @returns the file with the values of the secrets that are to be sent: all others stay as they are stored. What is
 * missing: secrets that are not stored yet and have no value.
 */
export function withSecrets(
  now: Required<Config>,
  wanted: Config,
  { secretOf, replace }: { secretOf: SecretOf; replace: boolean },
): { config: Config; missing: string[] } {
  const missing: string[] = [];
  const filled = <Thing extends Holder>(kind: string, there: readonly Holder[], things: readonly Thing[]): Thing[] =>
    things.map((thing) => {
      const id = idOf(thing);
      const stored = there.find((each) => nameKey(idOf(each)) === nameKey(id))?.variables ?? [];
      const variables = thing.variables?.map((variable): ConfigVariable => {
        if (variable.secret === undefined) return variable;
        const isStored = stored.some(({ key, secret }) => key === variable.key && secret !== undefined);
        const value = secretOf(variable.secret);
        if (isStored && !replace) return variable;
        if (!isStored && value === undefined) {
          missing.push(
            `${kind} ${id}: ${variable.key} is new, so ASSAY_SECRET_${variable.secret} must hold its value.`,
          );
        }
        return value === undefined ? variable : { ...variable, value };
      });
      return variables === undefined ? thing : { ...thing, variables };
    });
  const { pipelineStages, environments } = wanted;
  const config: Config = {
    ...wanted,
    ...(pipelineStages && { pipelineStages: filled('pipeline stage', now.pipelineStages, pipelineStages) }),
    ...(environments && { environments: filled('environment', now.environments, environments) }),
  };
  return { config, missing };
}

function idOf({ key, name }: Holder): string {
  return key ?? name;
}
