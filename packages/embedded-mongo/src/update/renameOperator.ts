import type { Document, Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { checkViable, getAtPath, setAtPath, unsetAtPath } from './fieldPath.ts';
import { isPositional } from './positionalPaths.ts';
import type { FieldChange } from './updateOperator.ts';

/** `$rename`: neither path may lead through an array; a missing source changes nothing. */
export function rename(path: readonly string[], operand: Value): FieldChange {
  const source = path.join('.');
  if (typeof operand !== 'string')
    throw mongoError('BadValue', `The 'to' field for $rename must be a string: ${source}: ${describeValue(operand)}`);
  const target = operand.split('.');
  if (operand === source)
    throw mongoError('BadValue', `The source and target field for $rename must differ: ${operand}`);
  if (`${operand}.`.startsWith(`${source}.`) || `${source}.`.startsWith(`${operand}.`)) {
    throw mongoError(
      'BadValue',
      `The source and target field for $rename must not be on the same path: ${source}: "${operand}"`,
    );
  }
  for (const [role, ofRole] of Object.entries({ source: path, destination: target })) {
    if (isPositional(ofRole))
      throw mongoError('BadValue', `The ${role} field for $rename may not be dynamic: ${ofRole.join('.')}`);
  }
  return (document) => {
    checkViable(document, path);
    const value = getAtPath(document, path);
    if (value === undefined) return;
    refuseArrays('source', document, path);
    refuseArrays('destination', document, target);
    unsetAtPath(document, path);
    unsetAtPath(document, target);
    setAtPath(document, target, value);
  };
}

function refuseArrays(role: string, document: Document, path: readonly string[]): void {
  for (let i = 1; i < path.length; i++) {
    if (!Array.isArray(getAtPath(document, path.slice(0, i)))) continue;
    throw mongoError(
      'BadValue',
      `The ${role} field cannot be an array element, '${path.join('.')}' in doc with _id: ${describeValue(document.get('_id'))} has an array field called '${path[i - 1]}'`,
    );
  }
}
