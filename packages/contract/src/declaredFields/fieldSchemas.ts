import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { Nullable, PipelineStageId, RunnerPoolId } from '../ids.ts';
import type { DeclaredField, DeclaredFields, OptionalName, Reference, ValueOf } from './declaredFields.ts';

// Apart from declaredFields.ts, since the web client does without TypeBox.

const idSchemas: Readonly<Record<Reference, TSchema>> = { PipelineStageId, RunnerPoolId };

/** @returns the schema of a value in a request */
export function fieldSchema(field: DeclaredField): TSchema {
  const described = field.description === undefined ? {} : { description: field.description };
  switch (field.kind) {
    case 'text': {
      const text = Type.String({ ...field.rule, ...described });
      return field.nullable ? Nullable(text) : text;
    }
    case 'wholeNumber':
      return Type.Integer({ ...field.rule, ...described });
    case 'choice':
      return Type.Enum([...field.values], described);
    case 'reference':
      return Nullable(Type.Unsafe({ ...idSchemas[field.to], ...described }));
  }
}

/** Texts in an answer have no limits: what was accepted once may be longer than what is accepted now. */
function shownSchema(field: DeclaredField): TSchema {
  if (field.kind === 'text') return field.nullable ? Nullable(Type.String()) : Type.String();
  if (field.kind !== 'wholeNumber') return fieldSchema(field);
  const { minimum, maximum } = field.rule;
  return fieldSchema({ ...field, rule: { minimum, maximum } });
}

/** @returns whether a request to create the thing may leave the field out */
export function isOptional(field: DeclaredField): boolean {
  switch (field.kind) {
    case 'text':
      return field.nullable === true;
    case 'wholeNumber':
      return field.initially !== undefined;
    case 'choice':
      return false;
    case 'reference':
      return true;
  }
}

type Shown<Fields extends DeclaredFields> = { [Name in keyof Fields]: TUnsafe<ValueOf<Fields[Name]>> };
type Created<Fields extends DeclaredFields> = {
  [Name in keyof Fields]: Name extends OptionalName<Fields>
    ? TOptional<TUnsafe<ValueOf<Fields[Name]>>>
    : TUnsafe<ValueOf<Fields[Name]>>;
};
type Changed<Fields extends DeclaredFields> = {
  [Name in keyof Fields as Fields[Name] extends { fixed: true } ? never : Name]: TOptional<
    TUnsafe<ValueOf<Fields[Name]>>
  >;
};

/** @returns the properties that a view has of the fields */
export function viewProperties<Fields extends DeclaredFields>(fields: Fields): Shown<Fields> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shownSchema(field)])) as Shown<Fields>;
}

/** @returns the properties that a request to create the thing has of the fields */
export function createProperties<Fields extends DeclaredFields>(fields: Fields): Created<Fields> {
  const properties = Object.entries(fields).map(([name, field]) => {
    const schema = fieldSchema(field);
    return [name, isOptional(field) ? Type.Optional(schema) : schema];
  });
  return Object.fromEntries(properties) as Created<Fields>;
}

/** @returns the properties that a request to change the thing has of the fields: all but the fixed ones, each optional */
export function changeProperties<Fields extends DeclaredFields>(fields: Fields): Changed<Fields> {
  const properties = Object.entries(fields)
    .filter(([, field]) => !field.fixed)
    .map(([name, field]) => [name, Type.Optional(fieldSchema(field))]);
  return Object.fromEntries(properties) as Changed<Fields>;
}
