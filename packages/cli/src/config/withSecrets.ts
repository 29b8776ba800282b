import { nameKey } from '@assay/contract';
import { type ConfigAlert, titleOfAlert } from './alertConfig.ts';
import type { Config, ConfigVariable } from './configFile.ts';
import { paired } from './paired.ts';
import { secretVariable } from './secrets.ts';

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
            `${kind} ${id}: ${variable.key} is new, so ${secretVariable(variable.secret)} must hold its value.`,
          );
        }
        return value === undefined ? variable : { ...variable, value };
      });
      return variables === undefined ? thing : { ...thing, variables };
    });
  const withDestinations = (things: readonly ConfigAlert[]) => {
    const { pairs } = paired({ there: now.alerts, keyOf: titleOfAlert }, things, titleOfAlert);
    return pairs.map(([alert, stored]): ConfigAlert => {
      const { destinationSecret: name } = alert;
      if (name === undefined || (stored && !replace)) return alert;
      const destination = secretOf(name);
      if (destination === undefined && !stored) {
        missing.push(`alert ${titleOfAlert(alert)}: it is new, so ${secretVariable(name)} must hold its destination.`);
      }
      return destination === undefined ? alert : { ...alert, destination };
    });
  };
  const { pipelineStages, environments, alerts } = wanted;
  const config: Config = {
    ...wanted,
    ...(pipelineStages && { pipelineStages: filled('pipeline stage', now.pipelineStages, pipelineStages) }),
    ...(environments && { environments: filled('environment', now.environments, environments) }),
    ...(alerts && { alerts: withDestinations(alerts) }),
  };
  return { config, missing };
}

function idOf({ key, name }: Holder): string {
  return key ?? name;
}
