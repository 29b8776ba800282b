import type { Chance } from './seededChance.ts';

/** The documents of the expressions: numbers, texts, lists and a date. None is missing, which mingo takes for null. */
export function anyRow({ number, oneOf, times }: Chance, _id: number): { _id: number; [field: string]: unknown } {
  return {
    _id,
    k: number(3),
    n: number(50) - 20,
    h: (number(400) - 200) / 8,
    s: oneOf(['', 'a-b', ' Ab c ', 'xyx', '-x-']),
    l: times(4, () => number(6)),
    w: times(3, () => oneOf(['a', 'B', 'c'])),
    o: { x: number(5), y: { z: number(3) } },
    t: new Date(
      Date.UTC(2019 + number(8), number(12), 1 + number(28), number(24), number(60), number(60), number(1000)),
    ),
  };
}

type Kind = 'number' | 'text' | 'list' | 'truth';

/** An expression whose value is of a kind. */
export function anyExpression(chance: Chance, kind: Kind, depth: number): unknown {
  const { number, oneOf } = chance;
  const plain: Record<Kind, readonly unknown[]> = {
    number: ['$n', '$h', '$k', '$o.x', '$o.y.z', number(10) - 3, 0.5],
    text: ['$s', 'aXa', { $ifNull: [{ $arrayElemAt: ['$w', number(3) - 1] }, 'w'] }],
    list: ['$l', [1, number(4)], { $literal: [3, 1, 2] }],
    truth: [true, false, { $gt: ['$n', 5] }],
  };
  return depth === 0 || number(5) === 0 ? oneOf(plain[kind]) : oneOf(makers[kind])(chance, depth - 1);
}

type Maker = (chance: Chance, depth: number) => unknown;

const of =
  (name: string, ...kinds: Kind[]): Maker =>
  (chance, depth) => {
    const operands = kinds.map((kind) => anyExpression(chance, kind, depth));
    return { [name]: operands };
  };
const cond =
  (kind: Kind): Maker =>
  (chance, depth) => ({
    $cond: [
      anyExpression(chance, 'truth', depth),
      anyExpression(chance, kind, depth),
      anyExpression(chance, kind, depth),
    ],
  });
const ofDate =
  (name: string): Maker =>
  () => ({ [name]: '$t' });

const makers: Record<Kind, readonly Maker[]> = {
  number: [
    of('$add', 'number', 'number', 'number'),
    of('$subtract', 'number', 'number'),
    of('$multiply', 'number', 'number'),
    (chance, depth) => ({ [chance.oneOf(['$abs', '$ceil', '$floor'])]: anyExpression(chance, 'number', depth) }),
    // mingo rounds wrongly to negative places, and halves to places other than 0.
    (chance, depth) => ({ $round: [anyExpression(chance, 'number', depth), 0] }),
    (chance, depth) => ({ $trunc: [anyExpression(chance, 'number', depth), chance.number(3)] }),
    (chance, depth) => ({ $mod: [anyExpression(chance, 'number', depth), 1 + chance.number(4)] }),
    (chance, depth) => ({ $divide: [anyExpression(chance, 'number', depth), 1 + chance.number(4)] }),
    (chance, depth) => ({ $ifNull: [anyExpression(chance, 'number', depth), 7] }),
    (chance, depth) => ({
      [chance.oneOf(['$sum', '$max', '$min'])]: { $concatArrays: [anyExpression(chance, 'list', depth), [1]] },
    }),
    (chance, depth) => ({
      $ifNull: [{ $arrayElemAt: [anyExpression(chance, 'list', depth), chance.number(5) - 2] }, 3],
    }),
    (chance, depth) => ({ $strLenCP: { $concat: [{ $ifNull: [anyExpression(chance, 'text', depth), ''] }, 'x'] } }),
    of('$cmp', 'number', 'number'),
    cond('number'),
    ...['$year', '$month', '$dayOfMonth', '$dayOfWeek', '$dayOfYear', '$hour', '$minute', '$millisecond'].map(ofDate),
  ],
  text: [
    of('$concat', 'text', 'text'),
    (chance, depth) => ({
      [chance.oneOf(['$toUpper', '$toLower'])]: { $ifNull: [anyExpression(chance, 'text', depth), ''] },
    }),
    (chance, depth) => ({
      $substrCP: [{ $ifNull: [anyExpression(chance, 'text', depth), ''] }, chance.number(3), chance.number(4)],
    }),
    (chance, depth) => ({
      $trim: { input: anyExpression(chance, 'text', depth), ...(chance.number(2) === 0 ? { chars: 'x-a' } : {}) },
    }),
    ({ oneOf }) => ({ $dateToString: { date: '$t', format: oneOf(['%Y-%m-%d', '%H:%M:%S.%L', '%j %u', '%G-W%V']) } }),
    cond('text'),
  ],
  list: [
    of('$concatArrays', 'list', 'list'),
    (chance, depth) => ({ $slice: [anyExpression(chance, 'list', depth), chance.number(5) - 2] }),
    (chance, depth) => ({ $slice: [anyExpression(chance, 'list', depth), chance.number(5) - 2, 1 + chance.number(2)] }),
    (chance, depth) => ({ $map: { input: anyExpression(chance, 'list', depth), in: { $add: ['$$this', 1] } } }),
    (chance, depth) => ({
      $filter: {
        input: anyExpression(chance, 'list', depth),
        as: 'item',
        cond: { [chance.oneOf(['$gt', '$lte', '$ne'])]: ['$$item', chance.number(5)] },
        ...(chance.number(2) === 0 ? { limit: 1 + chance.number(2) } : {}),
      },
    }),
    cond('list'),
  ],
  truth: [
    (chance, depth) =>
      of(chance.oneOf(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte']), 'number', 'number')(chance, depth),
    of('$and', 'truth', 'truth'),
    of('$or', 'truth', 'truth'),
    of('$not', 'truth'),
    (chance, depth) => ({
      $in: [anyExpression(chance, 'number', depth), { $ifNull: [anyExpression(chance, 'list', depth), []] }],
    }),
    (chance, depth) => ({ $isArray: [anyExpression(chance, chance.oneOf(['list', 'number']), depth)] }),
    (chance, depth) => ({
      $regexMatch: { input: anyExpression(chance, 'text', depth), regex: chance.oneOf(['^a', 'x$']) },
    }),
  ],
};

/** A few stages whose result has one order. */
export function anyStages(chance: Chance): Record<string, unknown>[] {
  const { number, oneOf, times } = chance;
  const sort = { $sort: { _id: 1 } };
  const value = () => anyExpression(chance, 'number', 1);
  const between: (() => Record<string, unknown>)[] = [
    () => ({ $match: { [oneOf(['n', 'k', 'l', 'o.x'])]: { [oneOf(['$gte', '$lt', '$ne'])]: number(6) } } }),
    () => ({ $match: { $expr: anyExpression(chance, 'truth', 2) } }),
    () => ({ [oneOf(['$set', '$addFields'])]: { [oneOf(['v', 'n', 'o.x', 'o.q'])]: value() } }),
    () => ({ $unset: oneOf(['w', 'o.q', 'v']) }),
    () => ({ $project: { k: 1, n: 1, l: 1, h: 1, s: 1, t: 1, 'o.x': 1, 'o.y.z': 1, v: value() } }),
    () => ({ $project: { [oneOf(['w', 'v', 'o.q'])]: 0 } }),
    () => ({ $skip: number(4) }),
    () => ({ $limit: 5 + number(10) }),
  ];
  const last: (() => Record<string, unknown>[])[] = [
    () => [],
    () => [
      { $unwind: oneOf<unknown>(['$l', { path: '$l', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' }]) },
    ],
    () => [{ $group: { _id: oneOf([null, '$k', { $mod: ['$h', 2] }]), ...anyAccumulators(chance) } }, sort],
    () => [
      { $facet: { one: [{ $limit: 2 }, { $project: { v: value() } }], two: [{ $unset: ['l', 'o'] }, { $skip: 3 }] } },
    ],
    () => [{ $replaceRoot: { newRoot: { v: value(), k: '$k' } } }],
  ];
  return [sort, ...times(3, () => oneOf(between)()), ...oneOf(last)()];
}

function anyAccumulators(chance: Chance): Record<string, unknown> {
  const { oneOf } = chance;
  const accumulator = () => ({
    [oneOf(['$sum', '$avg', '$min', '$max', '$push', '$first', '$last'])]: oneOf(['$n', '$h', '$o.x', '$k']),
  });
  return { x: accumulator(), y: accumulator(), count: { $sum: 1 } };
}
