import type { Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { isTruthy } from '../query/isTruthy.ts';
import type { Expression, OperatorCompiler } from './expression.ts';
import { compileArguments, isNullish, namedArguments } from './operands.ts';

const and: OperatorCompiler = (operand, name, compile) => {
  const items = compileArguments(operand, name, compile);
  return (root, variables) => items.every((item) => isTruthy(item(root, variables)));
};

const or: OperatorCompiler = (operand, name, compile) => {
  const items = compileArguments(operand, name, compile);
  return (root, variables) => items.some((item) => isTruthy(item(root, variables)));
};

const not: OperatorCompiler = (operand, name, compile) => {
  const [item] = compileArguments(operand, name, compile, { min: 1, max: 1 });
  return (root, variables) => !isTruthy(item?.(root, variables));
};

const cond: OperatorCompiler = (operand, name, compile) => {
  const [test, yes, no] =
    operand instanceof Map
      ? namedBranches(operand, compile)
      : compileArguments(operand, name, compile, { min: 3, max: 3 });
  return (root, variables) => (isTruthy(test?.(root, variables)) ? yes : no)?.(root, variables);
};

function namedBranches(operand: Value, compile: (operand: Value) => Expression): Expression[] {
  const named = namedArguments(operand, '$cond', ['if', 'then', 'else'], 17083);
  return ['if', 'then', 'else'].map((field) => {
    const branch = named.get(field);
    if (branch === undefined) throw locationError(17080, `Missing '${field}' parameter to $cond`);
    return compile(branch);
  });
}

const ifNull: OperatorCompiler = (operand, name, compile) => {
  const items = compileArguments(operand, name, compile);
  if (items.length < 2) throw locationError(1257300, '$ifNull needs at least two arguments');
  return (root, variables) => {
    let value: Value | undefined;
    for (const item of items) {
      value = item(root, variables);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const switchOperator: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['branches', 'default'], 40067);
  const list = named.get('branches');
  if (!Array.isArray(list) || list.length === 0) throw locationError(40068, '$switch requires at least one branch.');
  const branches = list.map((branch) => {
    const parts = namedArguments(branch, name, ['case', 'then'], 40063);
    return { test: compile(parts.get('case') ?? null), result: compile(parts.get('then') ?? null) };
  });
  const otherwise = named.get('default');
  const fallback = otherwise === undefined ? undefined : compile(otherwise);
  return (root, variables) => {
    const chosen = branches.find((branch) => isTruthy(branch.test(root, variables)));
    if (chosen !== undefined) return chosen.result(root, variables);
    if (fallback !== undefined) return fallback(root, variables);
    throw locationError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
};

const letOperator: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['vars', 'in'], 16875);
  const vars = named.get('vars');
  const inside = named.get('in');
  if (!(vars instanceof Map) || inside === undefined)
    throw locationError(16876, "Missing 'vars' or 'in' parameter to $let");
  const bindings = [...vars].map(([variable, value]) => ({ variable, value: compile(value) }));
  const body = compile(inside);
  return (root, variables) => {
    const inner = new Map(variables);
    for (const { variable, value } of bindings) inner.set(variable, value(root, variables));
    return body(root, inner);
  };
};

const literal: OperatorCompiler = (operand) => () => operand;

/** `{ field, input }`, or the field alone: also reaches names with dots and dollars. */
const getField: OperatorCompiler = (operand, name, compile) => {
  const named =
    operand instanceof Map && operand.has('field')
      ? namedArguments(operand, name, ['field', 'input'], 3041701)
      : undefined;
  const field = compile(named?.get('field') ?? operand);
  const input = compile(named?.get('input') ?? '$$CURRENT');
  return (root, variables) => {
    const wanted = field(root, variables);
    if (typeof wanted !== 'string')
      throw locationError(3041704, "$getField requires 'field' to evaluate to type String");
    const holder = input(root, variables);
    if (isNullish(holder)) return holder;
    return holder instanceof Map ? holder.get(wanted) : undefined;
  };
};

const setField: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['field', 'input', 'value'], 4161101);
  const field = compile(named.get('field') ?? null);
  const input = compile(named.get('input') ?? null);
  const value = compile(named.get('value') ?? null);
  return (root, variables) => {
    const wanted = field(root, variables);
    if (typeof wanted !== 'string')
      throw locationError(4161107, "$setField requires 'field' to evaluate to type String");
    const holder = input(root, variables);
    if (isNullish(holder)) return null;
    if (!(holder instanceof Map)) throw locationError(4161105, "$setField requires 'input' to evaluate to type Object");
    const result = new Map(holder);
    const set = value(root, variables);
    if (set === undefined) result.delete(wanted);
    else result.set(wanted, set);
    return result;
  };
};

export const conditionalOperators: Readonly<Record<string, OperatorCompiler>> = {
  $and: and,
  $or: or,
  $not: not,
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $let: letOperator,
  $literal: literal,
  $getField: getField,
  $setField: setField,
};
