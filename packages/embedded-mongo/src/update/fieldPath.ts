import type { Document, Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { arrayIndex } from '../storage/indexKeys.ts';

/** MongoDB refuses to pad an array by more than this. */
const maxPadding = 1_500_000;

export function getAtPath(document: Document, path: readonly string[]): Value | undefined {
  let value: Value | undefined = document;
  for (const part of path) {
    if (value instanceof Map) value = value.get(part);
    else if (Array.isArray(value)) value = value[arrayIndex(part)];
    else return undefined;
  }
  return value;
}

/** Sets a value, creating the documents on the way. Throws PathNotViable when something else is in the way. */
export function setAtPath(document: Document, path: readonly string[], value: Value): void {
  let holder: Value = document;
  for (let i = 0; i < path.length; i++) {
    const part = path[i] ?? '';
    const last = i === path.length - 1;
    const present: Value | undefined = childOf(holder, part);
    if (!last && (present instanceof Map || Array.isArray(present))) {
      holder = present;
      continue;
    }
    if (!last && present !== undefined) throw notViable(path[i + 1] ?? '', part, present);
    const next: Value = last ? value : new Map<string, Value>();
    putChild(holder, part, next, path[i - 1] ?? '');
    holder = next;
  }
}

/** Removes a field; an array element becomes null. Nothing happens when the path leads nowhere. */
export function unsetAtPath(document: Document, path: readonly string[]): void {
  const holder = getAtPath(document, path.slice(0, -1));
  const name = path[path.length - 1] ?? '';
  if (holder instanceof Map) holder.delete(name);
  else if (Array.isArray(holder)) {
    const index = arrayIndex(name);
    if (index >= 0 && index < holder.length) holder[index] = null;
  }
}

/** Throws PathNotViable when a path leads through something that cannot have such a child. */
export function checkViable(document: Document, path: readonly string[]): void {
  let holder: Value | undefined = document;
  for (let i = 0; i < path.length && holder !== undefined; i++) {
    const part = path[i] ?? '';
    const viable = holder instanceof Map || (Array.isArray(holder) && arrayIndex(part) >= 0);
    if (!viable) throw notViable(part, path[i - 1] ?? '', holder);
    holder = childOf(holder, part);
  }
}

function childOf(holder: Value, part: string): Value | undefined {
  if (holder instanceof Map) return holder.get(part);
  return Array.isArray(holder) ? holder[arrayIndex(part)] : undefined;
}

function putChild(holder: Value, part: string, value: Value, holderName: string): void {
  if (holder instanceof Map) {
    holder.set(part, value);
    return;
  }
  if (!Array.isArray(holder)) return;
  const index = arrayIndex(part);
  if (index < 0) throw notViable(part, holderName, holder);
  if (index > holder.length + maxPadding) {
    throw mongoError('CannotBackfillArray', `can't backfill more than ${maxPadding} elements`);
  }
  while (holder.length < index) holder.push(null);
  holder[index] = value;
}

function notViable(field: string, holderName: string, holder: Value): Error {
  return mongoError(
    'PathNotViable',
    `Cannot create field '${field}' in element {${holderName}: ${describeValue(holder)}}`,
  );
}
