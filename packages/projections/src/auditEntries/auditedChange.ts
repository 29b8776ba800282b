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

export function fieldChanged(field: string, value: string | number | null): AuditedChange {
  return { field, value: value === null ? null : String(value), kind: 'plain' };
}

/** @returns a change for each field of a new thing that is not empty */
export function fieldsSet(fields: Record<string, string | number | null>): AuditedChange[] {
  return Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : fieldChanged(field, value)));
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
