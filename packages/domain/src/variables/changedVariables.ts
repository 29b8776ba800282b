import type { VariableRequest } from '@assay/contract';
import { DomainError, type DomainErrorCode } from '../domainError.ts';

export type Variable = { value: string; encrypted: boolean; file: boolean };

export type ChangedVariables = { set: ({ key: string } & Variable)[]; removed: string[] };

/**
 * Compares the requested list with the current one: new or different variables are set, missing ones are removed. Only
 * an existing encrypted variable may omit its value, which then stays.
 * @throws DomainError of the owner's codes for a variable without name or value, an empty file, or a key that stands
 * twice
 */
export function changedVariables(
  before: ReadonlyMap<string, Variable>,
  wanted: readonly VariableRequest[],
  refusals: { valuesEmpty: DomainErrorCode; fileEmpty: DomainErrorCode; keyTwice: DomainErrorCode },
): ChangedVariables {
  const changed: ChangedVariables = { set: [], removed: [] };
  const keys = new Set(wanted.map(({ key }) => key));
  if (keys.size < wanted.length) throw new DomainError(refusals.keyTwice);
  for (const { key, value, encrypted, file } of wanted) {
    const known = before.get(key);
    const kept = encrypted && known?.encrypted ? known.value : undefined;
    const next = value || kept;
    if (next === undefined || key.trim() === '') {
      throw new DomainError(file ? refusals.fileEmpty : refusals.valuesEmpty);
    }
    if (known && known.value === next && known.encrypted === encrypted && known.file === file) continue;
    changed.set.push({ key, value: next, encrypted, file });
  }
  changed.removed.push(...[...before.keys()].filter((key) => !keys.has(key)));
  return changed;
}
