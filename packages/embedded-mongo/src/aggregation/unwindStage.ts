import type { Document, Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { copyValue } from '../update/copyValue.ts';
import { getAtPath, setAtPath, unsetAtPath } from '../update/fieldPath.ts';
import { isNullish } from './operands.ts';
import type { Stage } from './stage.ts';

type UnwindOptions = {
  path: string[];
  keepEmpty: boolean;
  indexField: string | undefined;
};

/** `$unwind: '$path'` or `{ path, preserveNullAndEmptyArrays, includeArrayIndex }` */
export function unwindStage(operand: Value): Stage {
  const options = parseUnwind(operand);
  return async function* (input) {
    for await (const chunk of input) {
      const out: Document[] = [];
      for (const document of chunk) unwind(document, options, out);
      if (out.length > 0) yield out;
    }
  };
}

function unwind(document: Document, { path, keepEmpty, indexField }: UnwindOptions, out: Document[]): void {
  const value = getAtPath(document, path);
  const emit = (item: Value | undefined, index: Value): void => {
    const copy: Document = new Map(document);
    const [top = ''] = path;
    if (path.length > 1) copy.set(top, copyValue(document.get(top) ?? null));
    if (item === undefined) unsetAtPath(copy, path);
    else setAtPath(copy, path, item);
    if (indexField !== undefined) copy.set(indexField, index);
    out.push(copy);
  };
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      emit(item, BigInt(i));
    });
    if (value.length === 0 && keepEmpty) emit(undefined, null);
  } else if (!isNullish(value)) emit(value, null);
  else if (keepEmpty) {
    const copy: Document = new Map(document);
    if (indexField !== undefined) copy.set(indexField, null);
    out.push(copy);
  }
}

function parseUnwind(operand: Value): UnwindOptions {
  const spec: Document = operand instanceof Map ? operand : new Map([['path', operand]]);
  for (const name of spec.keys()) {
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(name)) {
      throw locationError(28811, `unrecognized option to $unwind stage: ${name}`);
    }
  }
  const path = spec.get('path');
  if (typeof path !== 'string') throw locationError(28808, 'expected a string as the path for $unwind stage');
  if (!path.startsWith('$'))
    throw locationError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const indexField = spec.get('includeArrayIndex');
  if (indexField !== undefined && (typeof indexField !== 'string' || indexField.startsWith('$'))) {
    throw locationError(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  }
  return {
    path: path.slice(1).split('.'),
    keepEmpty: spec.get('preserveNullAndEmptyArrays') === true,
    indexField: typeof indexField === 'string' ? indexField : undefined,
  };
}
