import { anyScalar, anyValue, paths } from './anyDocument.ts';
import type { Plain, PlainDocument } from './plainValues.ts';
import type { Chance } from './seededChance.ts';

export function anyFilter(chance: Chance, depth = 1): PlainDocument {
  const { number, oneOf, times } = chance;
  if (depth > 0 && number(4) === 0) {
    const clauses = [anyFilter(chance, depth - 1), ...times(2, () => anyFilter(chance, depth - 1))];
    return { [oneOf(['$and', '$or', '$nor'])]: clauses };
  }
  const condition = () => [oneOf(paths), anyCondition(chance)] as const;
  return Object.fromEntries([condition(), ...times(1, condition)]);
}

function anyCondition(chance: Chance): Plain {
  const { number, times } = chance;
  if (number(4) === 0) return anyValue(chance, 1);
  return Object.assign(anyOperator(chance, 1), ...times(1, () => anyOperator(chance, 1)));
}

function anyOperator(chance: Chance, depth: number): PlainDocument {
  const { number, oneOf, times } = chance;
  const operators: (() => PlainDocument)[] = [
    () => ({ [oneOf(['$eq', '$ne'])]: anyValue(chance, 1) }),
    () => ({ [oneOf(['$gt', '$gte', '$lt', '$lte'])]: anyValue(chance, 1) }),
    () => ({ [oneOf(['$in', '$nin'])]: times(3, () => anyValue(chance, 1)) }),
    () => ({ $all: times(2, () => anyValue(chance, 1)) }),
    () => ({ $exists: number(2) === 0 }),
    () => ({ $size: number(3) }),
    () => ({ $type: oneOf(['null', 'number', 'string', 'object', 'array', 'bool']) }),
    () => ({ $mod: [2, number(2)] }),
    () => ({ $regex: oneOf(['^x', 'y$', 'x']) }),
  ];
  const nested: (() => PlainDocument)[] = [
    () => ({ $not: anyOperator(chance, depth - 1) }),
    () => ({ $elemMatch: anyOperator(chance, depth - 1) }),
    () => ({ $elemMatch: { [oneOf(['b', 'x', '0', 'b.0'])]: anyScalar(chance) } }),
  ];
  return oneOf(depth > 0 ? [...operators, ...nested] : operators)();
}
