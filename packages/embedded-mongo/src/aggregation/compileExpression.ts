import { type Document, Regex, UtcDate, type Value } from '../bson/values.ts';
import { locationError, MongoError, mongoError } from '../errors/mongoError.ts';
import { arithmeticOperators } from './arithmeticOperators.ts';
import { arrayOperators } from './arrayExpressions.ts';
import { comparisonOperators } from './comparisonOperators.ts';
import { conditionalOperators } from './conditionalOperators.ts';
import { dateOperators } from './dateOperators.ts';
import type { Expression, OperatorCompiler, Variables } from './expression.ts';
import { stringOperators } from './stringOperators.ts';
import { typeOperators } from './typeOperators.ts';

export const noVariables: Variables = new Map();

/** The `let` of the command whose expressions are being compiled. */
let commandVariables: Variables = noVariables;

/** Compiles with the constants of a command's `let`: `{ name: expression }`, none of which may read a document. */
export function withVariables<T>(spec: Document | undefined, compile: () => T): T {
  if (spec === undefined) return compile();
  const empty: Document = new Map();
  const values = [...spec].map(([name, value]): [string, Value | undefined] => {
    if (!/^[a-z]\w*$/.test(name))
      throw mongoError('FailedToParse', `'${name}' starts with an invalid character for a user variable name`);
    return [name, compileExpression(value)(empty, noVariables)];
  });
  commandVariables = new Map(values);
  try {
    return compile();
  } finally {
    commandVariables = noVariables;
  }
}

/** Every expression operator, by name. */
export const expressionOperators: Readonly<Record<string, OperatorCompiler>> = {
  ...comparisonOperators,
  ...conditionalOperators,
  ...arithmeticOperators,
  ...arrayOperators,
  ...stringOperators,
  ...dateOperators,
  ...typeOperators,
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
    const compiler = expressionOperators[name];
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

/** A path through an array yields the array of its documents' values; positions are not supported. */
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
