import type { Plain, PlainDocument } from './plainValues.ts';
import type { Chance } from './seededChance.ts';

/** Paths that reach into what `anyDocument` makes, and beside it. */
export const paths = [
  'a',
  'b',
  'a.b',
  'a.0',
  'a.1',
  'a.0.b',
  'a.b.0',
  'a.0.1',
  'd.e',
  'm.x',
  'm.0.x',
  'm.y.0',
  'n.0.1',
];

/** A few scalars, so that equal ones are frequent. */
export function anyScalar({ number, oneOf }: Chance): Plain {
  return oneOf<() => Plain>([
    () => number(4),
    () => number(4),
    () => number(6) / 2,
    () => oneOf(['', 'x', 'xy']),
    () => null,
    () => number(2) === 0,
  ])();
}

export function anyValue(chance: Chance, depth = 2): Plain {
  const { number, times } = chance;
  const kind = number(depth > 0 ? 10 : 6);
  if (kind < 6) return anyScalar(chance);
  if (kind < 9) return times(3, () => anyValue(chance, depth - 1));
  return fieldsOf(chance, ['b', 'x', 'c'], () => anyValue(chance, depth - 1));
}

export function anyDocument(chance: Chance): PlainDocument {
  const { times } = chance;
  return {
    ...fieldsOf(chance, ['a', 'b'], () => anyValue(chance)),
    ...fieldsOf(chance, ['d'], () => fieldsOf(chance, ['e'], () => anyValue(chance, 1))),
    ...fieldsOf(chance, ['m'], () => times(3, () => fieldsOf(chance, ['x', 'y'], () => anyValue(chance, 1)))),
    ...fieldsOf(chance, ['n'], () => times(2, () => times(3, () => anyScalar(chance)))),
  };
}

/** Each of the fields, or not. */
function fieldsOf({ number }: Chance, names: readonly string[], value: () => Plain): PlainDocument {
  return Object.fromEntries(names.flatMap((name) => (number(4) === 0 ? [] : [[name, value()]])));
}
