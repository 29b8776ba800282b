import { type DeclaredFields, namesSetting } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';

/**
 * `variable`: the value is as the log has it, and is decrypted before it is shown. `encrypted`: nobody is shown the
 * variable, and its value is not kept here. `note`: said of this change alone, and no field of the thing.
 */
export type AuditedChange = { field: string; value: string | null; kind: 'plain' | 'variable' | 'encrypted' | 'note' };

/** What was changed (`environment-<id>`), and how, in the order of the form. */
export type Audited = { subject: string; changes: AuditedChange[] };

/** What each of these events changes, from its data. An event that is not here leaves no audit entry. */
export type AuditedEvents = {
  readonly [Type in DomainEvent['type']]?: (data: Extract<DomainEvent, { type: Type }>['data']) => Audited;
};

export function fieldChanged(field: string, value: string | number | boolean | null): AuditedChange {
  return { field, value: value === null ? null : String(value), kind: 'plain' };
}

/** @returns a change for each field of a new thing that is not empty */
export function fieldsSet(fields: Readonly<Record<string, unknown>>): AuditedChange[] {
  return Object.entries(fields)
    .flatMap(([field, value]) => partsOf(field, value))
    .filter(({ value }) => value !== null);
}

type Setting = { setting: string; from: unknown; to: unknown };

/** @returns the change of a setting; of a group of values, such as rules, one for each value that is another */
export function settingChanged({ setting, from, to }: Setting): AuditedChange[] {
  const before = new Map(partsOf(setting, from).map(({ field, value }) => [field, value]));
  const after = partsOf(setting, to);
  const others = after.filter(({ field, value }) => !before.has(field) || before.get(field) !== value);
  return others.length > 0 ? others : after;
}

/**
 * @param idName the property of the events that names the thing
 * @returns what the events of declared fields change
 */
export function auditedFields(
  fields: DeclaredFields,
  idName: string,
  audited: (id: string, ...changes: AuditedChange[]) => Audited,
): AuditedEvents {
  const events = Object.entries(fields).flatMap(([name, { changedBy: type }]) => {
    if (type === undefined) return [];
    const changes = (data: Setting & Readonly<Record<string, unknown>>) =>
      namesSetting(type) ? settingChanged(data) : partsOf(name, data[name]);
    return [[type, (data: Parameters<typeof changes>[0]) => audited(String(data[idName]), ...changes(data))]];
  });
  return Object.fromEntries(events);
}

/** Values of a list are on lines of their own; of a group each is a field, `<group>.<name>`. */
function partsOf(field: string, value: unknown): AuditedChange[] {
  if (Array.isArray(value)) return [fieldChanged(field, value.length > 0 ? value.map(textOf).join('\n') : null)];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => partsOf(`${field}.${name}`, part));
  return [
    fieldChanged(field, value === undefined || value === '' ? null : (value as string | number | boolean | null)),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @returns that an earlier version was brought back, and why */
export function restoration({ revision, reason }: { revision: number; reason: string }): AuditedChange[] {
  return [
    { field: 'restored', value: String(revision), kind: 'note' },
    { field: 'reason', value: reason, kind: 'note' },
  ];
}

export function variableSet(variable: { key: string; value: string; encrypted: boolean }): AuditedChange {
  const field = `variables.${variable.key}`;
  return variable.encrypted
    ? { field, value: null, kind: 'encrypted' }
    : { field, value: variable.value, kind: 'variable' };
}
