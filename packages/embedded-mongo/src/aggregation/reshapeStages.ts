import type { Document, Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { compileExpression, noVariables } from './compileExpression.ts';
import type { Expression } from './expression.ts';

/** `$set`: sets computed fields, inside the elements of arrays too. */
export function setFields(spec: Document): (document: Document) => Document {
  const fields = [...flatten(spec)];
  return (document) => {
    let result = document;
    for (const { path, expression } of fields) {
      const value = expression(document, noVariables);
      result = value === undefined ? removed(result, path, 0) : placed(result, path, 0, value);
    }
    return result;
  };
}

/** `$unset`: removes fields, inside the elements of arrays too. */
export function unsetFields(fields: readonly string[]): (document: Document) => Document {
  const paths = fields.map((field) => field.split('.'));
  return (document) => paths.reduce((result, path) => removed(result, path, 0), document);
}

function* flatten(
  spec: Document,
  prefix: readonly string[] = [],
): Generator<{ path: string[]; expression: Expression }> {
  for (const [name, operand] of spec) {
    const path = [...prefix, ...name.split('.')];
    if (path.some((part) => part === '')) throw locationError(15998, 'FieldPath field names may not be empty strings.');
    if (path.some((part) => part.startsWith('$'))) {
      throw locationError(
        16410,
        "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
      );
    }
    const [first] = operand instanceof Map ? operand.keys() : [];
    if (operand instanceof Map && first !== undefined && !first.startsWith('$')) yield* flatten(operand, path);
    else yield { path, expression: compileExpression(operand) };
  }
}

function placed(document: Document, path: readonly string[], at: number, value: Value): Document {
  const name = path[at] ?? '';
  const copy = new Map(document);
  copy.set(name, at === path.length - 1 ? value : placedInside(document.get(name), path, at + 1, value));
  return copy;
}

function placedInside(holder: Value | undefined, path: readonly string[], at: number, value: Value): Value {
  if (Array.isArray(holder)) return holder.map((item) => placedInside(item, path, at, value));
  return placed(holder instanceof Map ? holder : new Map(), path, at, value);
}

function removed(document: Document, path: readonly string[], at: number): Document {
  const name = path[at] ?? '';
  const present = document.get(name);
  if (present === undefined) return document;
  const copy = new Map(document);
  if (at === path.length - 1) copy.delete(name);
  else copy.set(name, removedInside(present, path, at + 1));
  return copy;
}

function removedInside(holder: Value, path: readonly string[], at: number): Value {
  if (Array.isArray(holder)) return holder.map((item) => removedInside(item, path, at));
  return holder instanceof Map ? removed(holder, path, at) : holder;
}
