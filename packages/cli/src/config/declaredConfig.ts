import {
  type CreatedValues,
  type DeclaredField,
  type DeclaredFields,
  fieldSchema,
  formFields,
  isOptional,
  Nullable,
  type Reference,
  type ValuesOf,
} from '@assay/contract';
import { type TSchema, Type } from 'typebox';
import type { Account } from './account.ts';
import { nameOf, poolId, stageId } from './references.ts';

type ConfigName<Name, Field> = Field extends { kind: 'reference' }
  ? Name extends `${infer Thing}Id`
    ? Thing
    : Name
  : Name;
type Config<Values, Fields> = {
  [Name in keyof Values as ConfigName<Name, Fields[Name & keyof Fields]>]: Fields[Name & keyof Fields] extends {
    kind: 'reference';
  }
    ? string | null
    : Values[Name];
};

/** The fields of a thing as a file has them: things that they refer to by name, under the name without `Id`. */
export type ConfigFields<Fields extends DeclaredFields> = Config<CreatedValues<Fields>, Fields>;

const nameOrNull = Nullable(Type.String(formFields.name));

const idOf: Readonly<Record<Reference, (account: Account, name: string | null) => string | null>> = {
  PipelineStageId: stageId,
  RunnerPoolId: poolId,
};
const things: Readonly<Record<Reference, (account: Account) => readonly { id: string; name: string }[]>> = {
  PipelineStageId: ({ pipelineStages }) => pipelineStages,
  RunnerPoolId: ({ runnerPools }) => runnerPools,
};

function configName(name: string, { kind }: DeclaredField): string {
  return kind === 'reference' ? name.replace(/Id$/, '') : name;
}

/** @returns the properties that a file has for the fields, those that refer to other things last */
export function configProperties(fields: DeclaredFields): Record<string, TSchema> {
  const properties = inOrder(fields).map(([name, field]) => {
    const schema = field.kind === 'reference' ? nameOrNull : fieldSchema(field);
    return [configName(name, field), isOptional(field) ? Type.Optional(schema) : schema];
  });
  return Object.fromEntries(properties);
}

/** @returns the fields of a thing as a file has them */
export function configFieldsOf<Fields extends DeclaredFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
  account: Account,
): ConfigFields<Fields> {
  const values: Readonly<Record<string, unknown>> = thing;
  const entries = inOrder(fields).map(([name, field]) => {
    const value = values[name];
    const isNamed = field.kind === 'reference';
    return [configName(name, field), isNamed ? nameOf(things[field.to](account), value as string | null) : value];
  });
  return Object.fromEntries(entries) as ConfigFields<Fields>;
}

/**
 * @param values what a file says of a thing, with or without all of its fields
 * @returns the request that says the same, by ids
 */
export function requestOfConfig(
  fields: DeclaredFields,
  values: Readonly<Record<string, unknown>>,
  account: Account,
): Record<string, unknown> {
  const request = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'reference') continue;
    const { [configName(name, field)]: reference } = values;
    delete request[configName(name, field)];
    if (reference !== undefined) request[name] = idOf[field.to](account, reference as string | null);
  }
  return request;
}

function inOrder(fields: DeclaredFields): [string, DeclaredField][] {
  const entries = Object.entries(fields);
  return [
    ...entries.filter(([, { kind }]) => kind !== 'reference'),
    ...entries.filter(([, { kind }]) => kind === 'reference'),
  ];
}
