import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const compiled = new WeakMap<TSchema, Validator>();

/** Compiles a schema once for all routes that share it, and in specs for all apps of a worker. */
export function compileOnce(schema: TSchema): Validator {
  let validator = compiled.get(schema);
  if (!validator) {
    validator = Compile(schema);
    compiled.set(schema, validator);
  }
  return validator;
}
