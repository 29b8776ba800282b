import { compareValues } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import { int32, Timestamp, UtcDate, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { isNumber, type NumberValue } from '../query/numberOperand.ts';
import { addNumbers, multiplyNumbers } from './addNumbers.ts';
import { addToSet, pop, pull, pullAll, push } from './arrayOperators.ts';
import { bit } from './bitOperator.ts';
import { getAtPath, setAtPath, unsetAtPath } from './fieldPath.ts';
import { rename } from './renameOperator.ts';
import type { FieldChange, OperatorCompiler } from './updateOperator.ts';

/** Every update operator, by name. */
export const updateOperators: Readonly<Record<string, OperatorCompiler>> = {
  $set: (path, operand) => (document) => setAtPath(document, path, operand),
  $setOnInsert: (path, operand) => (document, context) => {
    if (context.inserting) setAtPath(document, path, operand);
  },
  $unset: (path) => (document) => unsetAtPath(document, path),
  $inc: arithmetic('increment', '$inc', (present, operand) => addNumbers(present ?? int32(0), operand)),
  $mul: arithmetic('multiply', '$mul', (present, operand) => multiplyNumbers(present ?? int32(0), operand)),
  $min: extreme((order) => order > 0),
  $max: extreme((order) => order < 0),
  $rename: rename,
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
  $pullAll: pullAll,
  $bit: bit,
};

function arithmetic(
  verb: string,
  name: string,
  combine: (present: NumberValue | undefined, operand: NumberValue) => Value,
): OperatorCompiler {
  return (path, operand) => {
    if (!isNumber(operand)) {
      throw mongoError(
        'TypeMismatch',
        `Cannot ${verb} with non-numeric argument: {${path.join('.')}: ${describeValue(operand)}}`,
      );
    }
    return (document) => {
      const present = getAtPath(document, path);
      if (present !== undefined && !isNumber(present)) {
        throw mongoError(
          'TypeMismatch',
          `Cannot apply ${name} to a value of non-numeric type. {_id: ${describeValue(document.get('_id'))}} has the field '${path[path.length - 1]}' of non-numeric type ${typeName(present)}`,
        );
      }
      // A missing field becomes the operand itself for $inc, and zero of the operand's type for $mul.
      const result = present === undefined && name === '$inc' ? operand : combine(present, operand);
      setAtPath(document, path, result);
    };
  };
}

function extreme(replaces: (order: number) => boolean): OperatorCompiler {
  return (path, operand, collation) => (document) => {
    const present = getAtPath(document, path);
    if (present === undefined || replaces(compareValues(present, operand, collation)))
      setAtPath(document, path, operand);
  };
}

function currentDate(path: readonly string[], operand: Value): FieldChange {
  const type = operand instanceof Map ? operand.get('$type') : operand;
  const asTimestamp = type === 'timestamp';
  if (type !== true && type !== false && type !== 'date' && !asTimestamp) {
    throw mongoError('BadValue', `${describeValue(operand)} is not a valid type for $currentDate`);
  }
  return (document, { now }) => {
    const value = asTimestamp ? new Timestamp((BigInt(Math.floor(now / 1000)) << 32n) | 1n) : new UtcDate(now);
    setAtPath(document, path, value);
  };
}
