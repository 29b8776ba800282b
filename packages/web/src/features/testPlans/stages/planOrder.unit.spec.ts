import { movedTo, nextPlace, type PlanOrder, placeAt, placeOf, rowsWith } from './planOrder.ts';

const order: PlanOrder = [
  { id: 'smoke', suiteIds: ['a', 'b'] },
  { id: 'empty', suiteIds: [] },
  { id: 'regression', suiteIds: ['c', 'd'] },
];
const after = (id: string, stage: number, suite: number | null) =>
  movedTo(order, id, { stage, suite }).map(({ id: stageId, suiteIds }) => [stageId, ...suiteIds].join(' '));

describe('the order of a plan', () => {
  it('says where a stage and a suite are', () => {
    expect(placeOf(order, 'regression')).toEqual({ stage: 2, suite: null });
    expect(placeOf(order, 'd')).toEqual({ stage: 2, suite: 1 });
    expect(placeOf(order, 'gone')).toBeNull();
  });

  it('is changed within a stage, across stages, and into an empty one', () => {
    expect(after('a', 0, 1)).toEqual(['smoke b a', 'empty', 'regression c d']);
    expect(after('a', 2, 1)).toEqual(['smoke b', 'empty', 'regression c a d']);
    expect(after('d', 1, 0)).toEqual(['smoke a b', 'empty d', 'regression c']);
    expect(after('regression', 0, null)).toEqual(['regression c d', 'smoke a b', 'empty']);
  });

  it('is walked place by place: a suite goes on into the next stage', () => {
    const walk = (id: string, step: 1 | -1): string[] => {
      const place = placeOf(order, id);
      const next = place && nextPlace(order, place, step);
      return next ? movedTo(order, id, next).flatMap(({ id: stageId, suiteIds }) => [stageId, ...suiteIds]) : [];
    };
    expect(walk('a', 1)).toEqual(['smoke', 'b', 'a', 'empty', 'regression', 'c', 'd']);
    expect(walk('b', 1)).toEqual(['smoke', 'a', 'empty', 'b', 'regression', 'c', 'd']);
    expect(walk('c', -1)).toEqual(['smoke', 'a', 'b', 'empty', 'c', 'regression', 'd']);
    expect(walk('smoke', 1)).toEqual(['empty', 'smoke', 'a', 'b', 'regression', 'c', 'd']);
    expect([walk('a', -1), walk('d', 1), walk('smoke', -1), walk('regression', 1)]).toEqual([[], [], [], []]);
  });

  it('has a ghost where something was lifted, and a slot where it would be dropped', () => {
    const shown = (lifted: string | null, to: number | null) =>
      rowsWith(['a', 'b', 'c'], lifted, to).map(({ id, is }) => (is === 'here' ? id : `${is} ${id}`));
    expect(shown(null, null)).toEqual(['a', 'b', 'c']);
    expect(shown('b', 1)).toEqual(['a', 'held b', 'c']);
    expect(shown('b', 0)).toEqual(['slot b', 'a', 'ghost b', 'c']);
    expect(shown('b', 2)).toEqual(['a', 'ghost b', 'c', 'slot b']);
    expect(shown('b', null)).toEqual(['a', 'ghost b', 'c']);
    expect(shown('x', 3)).toEqual(['a', 'b', 'c', 'slot x']);
  });

  it('takes what is carried over a row before or behind it', () => {
    expect(placeAt(order, 'a', 'b', true)).toEqual({ stage: 0, suite: 1 });
    expect(placeAt(order, 'a', 'b', false)).toEqual({ stage: 0, suite: 0 });
    expect(placeAt(order, 'a', 'd', true)).toEqual({ stage: 2, suite: 2 });
    expect(placeAt(order, 'a', 'a', true)).toEqual({ stage: 0, suite: 0 });
    expect(placeAt(order, 'a', 'empty', true)).toEqual({ stage: 1, suite: 0 });
    expect(placeAt(order, 'd', 'smoke', true)).toEqual({ stage: 0, suite: 2 });
    expect(placeAt(order, 'smoke', 'regression', true)).toEqual({ stage: 2, suite: null });
    expect(placeAt(order, 'regression', 'smoke', false)).toEqual({ stage: 0, suite: null });
  });
});
