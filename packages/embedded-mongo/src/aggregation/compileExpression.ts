import { type Document, Regex, UtcDate, type Value } from '../bson/values.ts';
import { locationError, MongoError, mongoError } from '../errors/mongoError.ts';
import { ARITHMETIC_OPERATORS } from './arithmeticOperators.ts';
import { ARRAY_OPERATORS } from './arrayExpressions.ts';
import { COMPARISON_OPERATORS } from './comparisonOperators.ts';
import { CONDITIONAL_OPERATORS } from './conditionalOperators.ts';
import { DATE_OPERATORS } from './dateOperators.ts';
import { STRING_OPERATORS } from './stringOperators.ts';
import { TYPE_OPERATORS } from './typeOperators.ts';

/** An expression ready to run: undefined stands for a missing value. */
export type Expression = (root: Document, variables: Variables) => Value | undefined;
/** `$$name` values of $let, $map and the like. */
export type Variables = ReadonlyMap<string, Value | undefined>;
/** Compiles an operator's operand; `compile` compiles the expressions inside it. */
export type OperatorCompiler = (operand: Value, name: string, compile: (operand: Value) => Expression) => Expression;

export const NO_VARIABLES: Variables = new Map();

/** The `let` of the command whose expressions are being compiled. */
let commandVariables: Variables = NO_VARIABLES;

/** Compiles with the constants of a command's `let`: `{ name: expression }`, none of which may read a document. */
export function withVariables<T>(spec: Document | undefined, compile: () => T): T {
  if (spec === undefined) return compile();
  const empty: Document = new Map();
  const values = [...spec].map(([name, value]): [string, Value | undefined] => {
    if (!/^[a-z]\w*$/.test(name))
      throw mongoError('FailedToParse', `'${name}' starts with an invalid character for a user variable name`);
    return [name, compileExpression(value)(empty, NO_VARIABLES)];
  });
  commandVariables = new Map(values);
  try {
    return compile();
  } finally {
    commandVariables = NO_VARIABLES;
  }
}

/** Every expression operator, by name. */
export const EXPRESSION_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  ...COMPARISON_OPERATORS,
  ...CONDITIONAL_OPERATORS,
  ...ARITHMETIC_OPERATORS,
  ...ARRAY_OPERATORS,
  ...STRING_OPERATORS,
  ...DATE_OPERATORS,
  ...TYPE_OPERATORS,
};

/** Compiles an aggregation expression. Throws code 168 (InvalidPipelineOperator) for operators outside the subset. */
export function compileExpression(operand: Value): Expression {
  if (typeof operand === 'string' && operand.startsWith('$')) return compileReference(operand);
  if (Array.isArray(operand)) {
    const items = operand.map(compileExpression);
    return (root, variables) => items.map((item) => item(root, variables) ?? null);
  }
  if (!(operand instanceof Map) || operand instanceof Regex) return () => operand;
  const [first] = operand;
  if (first?.[0].startsWith('$') === true) {
    const [name, argument] = first;
    if (operand.size > 1) {
      throw locationError(
        15983,
        `An object representing an expression must have exactly one field, found ${operand.size}`,
      );
    }
    const compiler = EXPRESSION_OPERATORS[name];
    if (compiler === undefined)
      throw new MongoError(168, 'InvalidPipelineOperator', `Unrecognized expression '${name}'`);
    return compiler(argument, name, compileExpression);
  }
  return compileObject(operand);
}

function compileObject(operand: Document): Expression {
  const fields = [...operand].map(([name, value]) => {
    if (name.includes('.'))
      throw locationError(16412, `FieldPath field names may not contain '.'. Consider using $getField or $setField.`);
    return { name, expression: compileExpression(value) };
  });
  return (root, variables) => {
    const result: Document = new Map();
    for (const { name, expression } of fields) {
      const value = expression(root, variables);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}

function compileReference(text: string): Expression {
  if (!text.startsWith('$$')) {
    const path = fieldPath(text.slice(1));
    return (root) => valueAt(root, path, 0);
  }
  const [name = '', ...path] = text.slice(2).split('.');
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (root) => valueAt(root, path, 0);
    case 'REMOVE':
      return () => undefined;
    case 'NOW': {
      const now = new UtcDate(Date.now());
      return () => now;
    }
    default: {
      const constants = commandVariables;
      if (!/^[a-z]\w*$/.test(name)) throw locationError(17276, `Use of undefined variable: ${name}`);
      return (_root, variables) => {
        const holder = variables.has(name) ? variables : constants;
        if (!holder.has(name)) throw locationError(17276, `Use of undefined variable: ${name}`);
        return valueAt(holder.get(name), path, 0);
      };
    }
  }
}

function fieldPath(text: string): string[] {
  const path = text.split('.');
  if (text === '') throw locationError(16872, "'$' by itself is not a valid FieldPath");
  if (path.some((part) => part === '')) throw locationError(15998, 'FieldPath field names may not be empty strings.');
  return path;
}

/** A path through an array gives the array of what its documents have there; positions are not understood. */
export function valueAt(value: Value | undefined, path: readonly string[], at: number): Value | undefined {
  if (at === path.length) return value;
  if (value instanceof Map) return valueAt(value.get(path[at] ?? ''), path, at + 1);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => {
    if (!(item instanceof Map) && !Array.isArray(item)) return [];
    const inside = valueAt(item, path, at);
    return inside === undefined ? [] : [inside];
  });
}
