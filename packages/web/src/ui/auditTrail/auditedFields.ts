import type { AuditEntry, DeclaredFields } from '@assay/contract';
import { createContext, useContext } from 'react';
import type { FieldValue } from './versions.ts';

/** How the fields of a thing are shown in its audit trail. */
export type AuditedFields = {
  /** As in the thing's form, by field. */
  labels: Readonly<Record<string, string>>;
  /** @returns the text of a value that is not shown as it is stored, such as the name of an id; undefined for others */
  textOf?: (field: string, value: string) => string | undefined;
};

/** @param nameOf the name of what a field refers to, also of what no longer exists */
export function auditedFieldsOf(fields: DeclaredFields, nameOf?: (id: string) => string): AuditedFields {
  return {
    labels: Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
    textOf: (name, value) => {
      const field = fields[name];
      return field?.kind === 'reference' ? nameOf?.(value) : field?.texts?.[value];
    },
  };
}

const shared: AuditedFields['labels'] = { name: 'Name', key: 'Key', archived: 'Deleted', enabled: 'Enabled' };
const variables = 'variables.';

export const AuditedFieldsContext = createContext<AuditedFields>({ labels: {} });

/** @returns whether the field is a variable */
export function isVariable(field: string): boolean {
  return field.startsWith(variables);
}

/** What fields of the thing and their values are called. */
export function useAuditedFields() {
  const { labels, textOf } = useContext(AuditedFieldsContext);
  const valueText = (field: string, value: string | null): string => {
    if (value === null) return 'none';
    const usual = value === 'true' ? 'yes' : value === 'false' ? 'no' : value;
    return textOf?.(field, value) ?? (isVariable(field) ? value : usual);
  };
  return {
    /** @returns the name of a variable, or the label of the form */
    labelOf: (field: string): string =>
      isVariable(field) ? field.slice(variables.length) : (labels[field] ?? shared[field] ?? field),
    valueText,
    /** @returns the value that a field has in a version */
    textOf: ({ value, encrypted }: FieldValue, field: string): string =>
      encrypted ? 'encrypted' : valueText(field, value),
  };
}

/** @returns what stands for an encrypted value that was set or taken away */
export function encryptedText(change: AuditEntry['change']): string {
  return change === 'changed' ? 'another value, encrypted' : 'encrypted';
}
