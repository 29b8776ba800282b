import { anyScalar, anyValue } from './anyDocument.ts';
import type { Plain, PlainDocument } from './plainValues.ts';
import type { Chance } from './seededChance.ts';

export type AnyUpdate = { update: Record<string, PlainDocument>; arrayFilters: PlainDocument[] };

const plainPaths = ['a', 'b', 'c', 'a.b', 'a.0', 'a.2', 'a.0.b', 'd.e', 'd.f.g', 'm.1.x', 'm.x', 'n.0', 'n.0.1', 'z'];
const positionalPaths = ['a.$[]', 'a.$[e]', 'm.$[].x', 'm.$[e].x', 'm.$[e].y', 'm.$[f].x', 'n.$[].$[e]', 'n.$[e].0'];

/** One to three changes, which may exclude each other. */
export function anyUpdate(chance: Chance): AnyUpdate {
  const { number, oneOf, times } = chance;
  const update: Record<string, PlainDocument> = {};
  const change = (): void => {
    const path = oneOf(number(2) === 0 ? plainPaths : positionalPaths);
    const [operator, operand] = anyOperation(chance);
    const positional = path.includes('$[');
    if (operator === '$rename' && (positional || path === operand || sharePath(path, operand))) return;
    update[operator] = { ...update[operator], [path]: operand };
  };
  while (Object.keys(update).length === 0) change();
  times(2, change);
  const text = JSON.stringify(update);
  const arrayFilters = ['e', 'f']
    .filter((name) => text.includes(`$[${name}]`))
    .map((name) => ({ [oneOf([name, name, `${name}.x`])]: anyCondition(chance) }));
  return { update, arrayFilters };
}

/** Such a `$rename` is refused before anything is looked at. */
function sharePath(path: string, operand: Plain): boolean {
  return `${path}.`.startsWith(`${operand}.`) || `${operand}.`.startsWith(`${path}.`);
}

function anyCondition(chance: Chance): Plain {
  const { number, oneOf } = chance;
  return number(2) === 0 ? anyScalar(chance) : { [oneOf(['$gte', '$ne', '$lt'])]: anyScalar(chance) };
}

function anyOperation(chance: Chance): [string, Plain] {
  const { number, oneOf, times } = chance;
  const value = (): Plain => anyValue(chance, 1);
  const items = (): Plain[] => times(3, value);
  return oneOf<() => [string, Plain]>([
    () => ['$set', anyValue(chance)],
    () => ['$set', anyScalar(chance)],
    () => ['$unset', ''],
    () => ['$inc', oneOf([1, -2, 0.5])],
    () => ['$mul', oneOf([2, 0.5])],
    () => [oneOf(['$min', '$max']), value()],
    () => ['$push', anyScalar(chance)],
    () => [
      '$push',
      {
        $each: items(),
        ...(number(2) === 0 ? { $position: number(5) - 2 } : {}),
        ...(number(2) === 0 ? { $slice: number(7) - 3 } : {}),
        ...(number(2) === 0 ? { $sort: oneOf([1, -1]) } : {}),
      },
    ],
    () => ['$addToSet', anyScalar(chance)],
    () => ['$addToSet', { $each: items() }],
    () => ['$pop', oneOf([1, -1])],
    () => ['$pull', anyScalar(chance)],
    () => ['$pull', { [oneOf(['$gte', '$lt', '$ne'])]: anyScalar(chance) }],
    () => ['$pull', { [oneOf(['x', 'b'])]: anyScalar(chance) }],
    () => ['$rename', oneOf(plainPaths)],
  ])();
}
