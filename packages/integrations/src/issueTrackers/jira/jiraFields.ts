import type { RequiredField } from '@assay/contract';
import { adfOf } from './adf.ts';

/** A field of the screen by which issues are created, as createmeta has it. */
export type CreateField = {
  fieldId?: string;
  key?: string;
  name?: string;
  required?: boolean;
  hasDefaultValue?: boolean;
  schema?: { type?: string; items?: string; system?: string; custom?: string };
  allowedValues?: { id?: string; name?: string; value?: string }[];
};

/** Fields that the form has by itself. */
const ownFields = new Set(['project', 'issuetype', 'summary', 'description', 'priority', 'reporter']);

export function idOfField({ fieldId, key }: CreateField): string {
  return fieldId ?? key ?? '';
}

export function optionsOf({ allowedValues = [] }: CreateField): { id: string; name: string }[] {
  return allowedValues.flatMap(({ id, name, value }) => (id === undefined ? [] : [{ id, name: name ?? value ?? id }]));
}

/** @returns how a field is filled in; null: only at Jira */
export function kindOf(field: CreateField): RequiredField['kind'] {
  const { type, items, custom = '' } = field.schema ?? {};
  if (type === 'array') {
    if (optionsOf(field).length > 0) return 'options';
    return items === 'string' ? 'labels' : null;
  }
  // A choice within a choice has options, and takes more than one of them.
  if (type === 'option-with-child') return null;
  if (optionsOf(field).length > 0) return 'option';
  if (type === 'string')
    return custom.endsWith(':textarea') || field.schema?.system === 'environment' ? 'paragraph' : 'text';
  return type === 'number' || type === 'date' || type === 'user' ? type : null;
}

/** @returns the fields that an issue is refused without, besides those of the form */
export function requiredFieldsOf(fields: readonly CreateField[]): RequiredField[] {
  return fields
    .filter((field) => field.required === true && field.hasDefaultValue !== true && !ownFields.has(idOfField(field)))
    .map((field) => {
      const id = idOfField(field);
      return { id, name: field.name ?? id, kind: kindOf(field), options: optionsOf(field) };
    });
}

/** @returns the value of a field as Jira takes it */
export function fieldValueOf(field: CreateField, given: string | readonly string[], isCloud: boolean): unknown {
  const all = typeof given === 'string' ? [given] : given;
  const [first = ''] = all;
  switch (kindOf(field)) {
    case 'option':
      return { id: first };
    case 'options':
      return all.map((id) => ({ id }));
    case 'labels':
      return all.flatMap((one) => one.split(/\s+/)).filter((one) => one !== '');
    case 'number':
      return Number(first);
    case 'user':
      return isCloud ? { id: first } : { name: first };
    case 'paragraph':
      return isCloud ? adfOf(first) : first;
    default:
      return first;
  }
}
