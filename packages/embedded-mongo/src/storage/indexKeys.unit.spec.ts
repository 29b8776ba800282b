import { documentOf, int32, undefinedValue, type Value } from '../bson/values.ts';
import { documentKeys } from './indexKeys.ts';

function tuplesOf(paths: string[], document: Record<string, Value>, sparse = false): unknown {
  const pattern = { paths: paths.map((path) => path.split('.')), descending: paths.map(() => false), sparse };
  const { tuples, multikey } = documentKeys(pattern, documentOf(document));
  return { tuples, multikey };
}
const [one, two] = [int32(1), int32(2)];

describe('the index keys of a document', () => {
  it('are one key for plain fields, missing ones included', () => {
    expect(tuplesOf(['a', 'b'], { a: one })).toEqual({ tuples: [[one, undefined]], multikey: [false, false] });
    expect(tuplesOf(['a.b'], { a: documentOf({ b: one }) })).toEqual({ tuples: [[one]], multikey: [false] });
    expect(tuplesOf(['a.b'], { a: one })).toEqual({ tuples: [[undefined]], multikey: [false] });
  });

  it('are one key per distinct element of an array', () => {
    expect(tuplesOf(['a'], { a: [one, two, 1] })).toEqual({ tuples: [[one], [two]], multikey: [true] });
    expect(tuplesOf(['a'], { a: [] })).toEqual({ tuples: [[undefinedValue]], multikey: [true] });
    expect(tuplesOf(['a'], { a: [[one, two]] })).toEqual({ tuples: [[[one, two]]], multikey: [true] });
  });

  it('pair fields of the same element', () => {
    const steps = [documentOf({ n: 'a', s: one }), documentOf({ n: 'b', s: two }), 'scalar'];
    expect(tuplesOf(['l.n', 'l.s', 'x'], { l: steps, x: 'y' })).toEqual({
      tuples: [
        ['a', one, 'y'],
        ['b', two, 'y'],
        [undefined, undefined, 'y'],
      ],
      multikey: [true, true, false],
    });
  });

  it('follow positions in a path', () => {
    expect(tuplesOf(['a.0'], { a: [one, two] })).toEqual({ tuples: [[one]], multikey: [false] });
    expect(tuplesOf(['a.0'], { a: [[one, two]] })).toEqual({ tuples: [[[one, two]]], multikey: [false] });
    expect(tuplesOf(['a.0.1'], { a: [[one, two]] })).toEqual({ tuples: [[two]], multikey: [false] });
    expect(tuplesOf(['a.0.b'], { a: [documentOf({ b: one }), two] })).toEqual({
      tuples: [[one]],
      multikey: [false],
    });
  });

  it('cannot be made where a number is a position and a field', () => {
    expect(() => tuplesOf(['a.0'], { a: [documentOf({ 0: one })] })).toThrow('Ambiguous field name');
  });

  it('cannot be made of two arrays', () => {
    expect(() => tuplesOf(['a', 'b'], { a: [one], b: [two] })).toThrow('cannot index parallel arrays');
  });

  it('are none in a sparse index when all fields are missing', () => {
    expect(tuplesOf(['a', 'b'], { c: one }, true)).toMatchObject({ tuples: [] });
    expect(tuplesOf(['a', 'b'], { b: null }, true)).toMatchObject({ tuples: [[undefined, null]] });
  });
});
