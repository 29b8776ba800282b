import type { Document, Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import type { Expression, OperatorCompiler, Variables } from './expression.ts';

/** The arguments of an operator: an array or a single argument. Throws code 16020 or 28667 for a wrong number. */
export function compileArguments(
  operand: Value,
  name: string,
  compile: (operand: Value) => Expression,
  count?: { min: number; max: number },
): Expression[] {
  const list = Array.isArray(operand) ? operand : [operand];
  if (count !== undefined && (list.length < count.min || list.length > count.max)) {
    const fixed = count.min === count.max;
    const wanted = fixed ? `exactly ${count.min}` : `at least ${count.min}, and at most ${count.max}`;
    throw locationError(
      fixed ? 16020 : 28667,
      `Expression ${name} takes ${wanted} arguments. ${list.length} were passed in.`,
    );
  }
  return list.map(compile);
}

/** An operator with a fixed number of arguments that depends only on their values. */
export function onValues(
  min: number,
  max: number,
  apply: (values: (Value | undefined)[], name: string) => Value | undefined,
): OperatorCompiler {
  return (operand, name, compile) => {
    const items = compileArguments(operand, name, compile, { min, max });
    return (root, variables) => apply(evaluate(items, root, variables), name);
  };
}

export function evaluate(items: readonly Expression[], root: Document, variables: Variables): (Value | undefined)[] {
  return items.map((item) => item(root, variables));
}

/** Null, undefined or missing: most operators return null for these. */
export function isNullish(value: Value | undefined): value is null | undefined {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'object' && 'kind' in value && value.kind === 'undefined')
  );
}

/** The named arguments of an operator that takes a document, compiled. Throws the given code for others. */
export function namedArguments(
  operand: Value,
  name: string,
  allowed: readonly string[],
  code: number,
): Map<string, Value> {
  if (!(operand instanceof Map)) throw locationError(code, `${name} only supports an object as its argument`);
  for (const field of operand.keys()) {
    if (!allowed.includes(field)) throw locationError(code, `Unrecognized argument to ${name}: ${field}`);
  }
  return operand;
}
