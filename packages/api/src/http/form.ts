import { errorsOf, type FieldError, InvalidFields } from '@assay/application';
import type { Call } from '@assay/contract';
import { IsObject, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Fields, Form, Part, Received } from './route.ts';

/** The body of a form broke rules of its schema. */
export class InvalidBody extends InvalidFields {
  /** The fields that broke none. */
  readonly rest: Readonly<Record<string, unknown>>;

  constructor(errors: readonly FieldError[], schema: TSchema, body: unknown) {
    super(...errors);
    this.name = 'InvalidBody';
    this.rest = validPart(errors, schema, body);
  }
}

/** Not every error is listed, so what seems to be valid is looked at again. */
function validPart(errors: readonly FieldError[], schema: TSchema, body: unknown): Record<string, unknown> {
  if (!IsObject(schema) || typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const broken = new Set(errors.map(({ field }) => field.split('.')[0]));
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !broken.has(name)));
  return Value.Check(Type.Partial(schema), rest) ? rest : {};
}

/** @returns what the checks of a form find wrong with a request. */
export function checked<C extends Call>(form: Form<C> | undefined, received: Part<C>): Promise<FieldError[]> {
  return errorsOf(...(form?.checks?.(received) ?? []));
}

/** @throws InvalidFields with everything that is wrong: what the schema says, and the others about the other fields */
export async function refuseForm<C extends Call>(form: Form<C>, { rest, errors }: InvalidBody, received: Received<C>) {
  const part: Part<C> = { ...received, body: rest as Fields<C> };
  const others = await checked(form, part);
  throw new InvalidFields(...errors, ...others, ...((await form.rest?.(part)) ?? []));
}
