import {
  type ChangedValues,
  changeableFieldsIn,
  type DeclaredField,
  type DeclaredFields,
  messages,
  type ValueOf,
  type ValuesOf,
} from '@assay/contract';
import { type Schema, string } from 'yup';
import { changedFields } from './changedFields.ts';
import { optionalText, requiredText, wholeNumber } from './fieldSchemas.ts';

/** What the input of a field holds: '' for no value, also for a number that is being typed. */
type Input<Field extends DeclaredField> = Field extends { kind: 'wholeNumber' }
  ? number | ''
  : Field extends { kind: 'text' }
    ? string
    : NonNullable<ValueOf<Field>> | '';

/** The form of declared fields. */
export type FormOf<Fields extends DeclaredFields> = { -readonly [Name in keyof Fields]: Input<Fields[Name]> };

/**
 * @param thing null: a new one
 * @param initially what a new one begins with, beyond the initial values of its fields
 */
export function formOf<Fields extends DeclaredFields>(
  fields: Fields,
  thing: ValuesOf<Fields> | null,
  initially: Partial<FormOf<Fields>> = {},
): FormOf<Fields> {
  const values: Readonly<Record<string, unknown>> = thing ?? initially;
  const entries = Object.entries(fields).map(([name, field]) => [name, values[name] ?? emptyInput(field)]);
  return Object.fromEntries(entries) as FormOf<Fields>;
}

function emptyInput(field: DeclaredField): unknown {
  return field.kind === 'wholeNumber' ? (field.initially ?? '') : '';
}

/** @returns what a form says: texts trimmed, null where nothing is said */
export function valuesOf<Fields extends DeclaredFields>(fields: Fields, form: FormOf<Fields>): ValuesOf<Fields> {
  const inputs: Readonly<Record<string, unknown>> = form;
  const entries = Object.entries(fields).map(([name, field]) => [name, fieldValue(field, inputs[name])]);
  return Object.fromEntries(entries) as ValuesOf<Fields>;
}

function fieldValue(field: DeclaredField, input: unknown): unknown {
  switch (field.kind) {
    case 'text': {
      const text = typeof input === 'string' ? input.trim() : '';
      return text === '' && field.nullable ? null : text;
    }
    case 'wholeNumber':
      return Number(input);
    case 'choice':
      return input;
    case 'reference':
      return input === '' ? null : input;
  }
}

/** @returns only the fields that the form gives another value; fixed ones never */
export function changedValues<Fields extends DeclaredFields>(
  fields: Fields,
  form: FormOf<Fields>,
  before: ValuesOf<Fields>,
): ChangedValues<Fields> {
  const after = changeableFieldsIn(fields, valuesOf(fields, form));
  return changedFields(after, changeableFieldsIn(fields, valuesOf(fields, formOf(fields, before))));
}

/** @returns the rules of a form, with the texts of the service, for yup's `object` */
export function formRules<Fields extends DeclaredFields>(fields: Fields): { [Name in keyof Fields]: Schema } {
  const entries = Object.entries(fields).map(([name, field]) => [name, formRule(field)]);
  return Object.fromEntries(entries);
}

function formRule(field: DeclaredField): Schema {
  switch (field.kind) {
    case 'text':
      return field.nullable ? optionalText(field.rule) : requiredText(field.rule);
    case 'wholeNumber':
      return wholeNumber(field.rule);
    case 'choice':
      return string().required(messages.blank);
    case 'reference':
      return string();
  }
}
