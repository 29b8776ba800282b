import { typeName } from '../bson/typeNames.ts';
import { Int32, int32, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { getAtPath, setAtPath } from './fieldPath.ts';
import type { FieldChange } from './updateOperator.ts';

const bitOperations: Readonly<Record<string, (present: bigint, operand: bigint) => bigint>> = {
  and: (present, operand) => present & operand,
  or: (present, operand) => present | operand,
  xor: (present, operand) => present ^ operand,
};

/** `$bit`: `{ and | or | xor: <integer> }`, several applied in order; a missing field counts as 0. */
export function bit(path: readonly string[], operand: Value): FieldChange {
  if (!(operand instanceof Map)) {
    throw mongoError(
      'BadValue',
      `The $bit modifier is not compatible with a ${typeName(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  const steps = [...operand].map(([name, value]) => stepOf(name, value, operand));
  if (steps.length === 0) {
    throw mongoError(
      'BadValue',
      `You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  return (document) => {
    const present = getAtPath(document, path) ?? int32(0);
    if (!isIntegral(present)) {
      throw mongoError(
        'BadValue',
        `Cannot apply $bit to a value of non-integral type.${describeValue(document.get('_id'))} has the field ${path.at(-1)} of non-integer type ${typeName(present)}`,
      );
    }
    setAtPath(
      document,
      path,
      steps.reduce<Int32 | bigint>((value, step) => step(value), present),
    );
  };
}

function stepOf(name: string, value: Value, operand: Value): (present: Int32 | bigint) => Int32 | bigint {
  const operation = bitOperations[name];
  if (operation === undefined) {
    throw mongoError(
      'BadValue',
      `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: ${describeValue(operand)}`,
    );
  }
  if (!isIntegral(value)) {
    throw mongoError(
      'BadValue',
      `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(value)}' is not supported here: ${describeValue(operand)}`,
    );
  }
  return (present) => {
    const result = operation(bitsOf(present), bitsOf(value));
    // A 64-bit operand on either side makes the result 64-bit.
    return present instanceof Int32 && value instanceof Int32 ? int32(Number(result)) : BigInt.asIntN(64, result);
  };
}

const isIntegral = (value: Value): value is Int32 | bigint => value instanceof Int32 || typeof value === 'bigint';

const bitsOf = (value: Int32 | bigint): bigint => (value instanceof Int32 ? BigInt(value.value) : value);
