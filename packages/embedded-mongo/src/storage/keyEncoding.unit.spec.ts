import { compareValues } from '../bson/compareValues.ts';
import { decimalFromText } from '../bson/decimal.ts';
import {
  Binary,
  documentOf,
  int32,
  maxKey,
  minKey,
  ObjectIdValue,
  Regex,
  Timestamp,
  UtcDate,
  type Value,
} from '../bson/values.ts';
import { encodeKey, fitKey, identityOf, maxKeyBytes, successorOf } from './keyEncoding.ts';

const values: Value[] = [
  minKey,
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  decimalFromText('-1E+400'),
  -1e300,
  -(2n ** 63n),
  -(2n ** 53n) - 1n,
  -(2 ** 53),
  int32(-5),
  -4.5,
  decimalFromText('-0.1'),
  -0.1,
  -Number.MIN_VALUE,
  decimalFromText('-1E-400'),
  int32(0),
  decimalFromText('1E-400'),
  Number.MIN_VALUE,
  decimalFromText('0.1'),
  0.1,
  int32(1),
  decimalFromText('1.0000000000000000000000000000001'),
  1.5,
  2 ** 53,
  2n ** 53n + 1n,
  decimalFromText('9007199254740993.5'),
  2n ** 53n + 2n,
  2n ** 63n - 1n,
  2 ** 63,
  decimalFromText('1E+400'),
  Number.POSITIVE_INFINITY,
  '',
  '\u0000',
  '\u0000\u0000',
  '\u0001',
  '\u0002',
  'a',
  'a\u0000',
  'a\u0000b',
  'a\u0001',
  'aa',
  'é',
  '\u{e000}',
  '\u{1f600}',
  documentOf({}),
  documentOf({ a: int32(1) }),
  documentOf({ a: int32(1), b: null }),
  documentOf({ b: int32(0) }),
  documentOf({ a: 'x' }),
  [],
  [null],
  [int32(1)],
  [int32(1), int32(2)],
  ['a'],
  new Binary(0, Buffer.from('zz')),
  new Binary(4, Buffer.from('aa')),
  new Binary(0, Buffer.from('aaa')),
  new ObjectIdValue(Buffer.alloc(12, 1)),
  new ObjectIdValue(Buffer.alloc(12, 200)),
  false,
  true,
  new UtcDate(-1),
  new UtcDate(0),
  new UtcDate(1.7e12),
  new Timestamp(1n),
  new Timestamp(2n ** 63n),
  new Regex('a', ''),
  new Regex('a', 'i'),
  maxKey,
];

describe('encoded keys', () => {
  it.each([
    ['ascending', false, 1],
    ['descending', true, -1],
  ])('sort like their values, %s', (_name, descending, sign) => {
    for (const a of values) {
      for (const b of values) {
        const byBytes = Buffer.compare(
          encodeKey([a, int32(7)], [descending, false]),
          encodeKey([b, int32(7)], [descending, false]),
        );
        expect([a, b, Math.sign(byBytes) || 0]).toEqual([a, b, Math.sign(compareValues(a, b)) * sign || 0]);
      }
    }
  });

  it('are not prefixes of each other', () => {
    for (const a of values) {
      for (const b of values) {
        const [x, y] = [encodeKey([a], [false]), encodeKey([b], [false])];
        if (!x.equals(y)) expect(x.subarray(0, y.length).equals(y)).toBe(false);
      }
    }
  });

  it('are the same for equal numbers of different types', () => {
    const ones = [int32(1), 1, 1n, decimalFromText('1'), decimalFromText('1.000'), decimalFromText('10E-1')].map(
      identityOf,
    );
    expect(new Set(ones).size).toBe(1);
    expect(identityOf(0)).toBe(identityOf(-0));
    expect(identityOf(2n ** 60n)).toBe(identityOf(2 ** 60));
    expect(identityOf(undefined)).toBe(identityOf(null));
  });

  it('stay distinct when they are too long, and keep their first bytes', () => {
    const [a, b] = ['a', 'b'].map((end) => encodeKey([`${'x'.repeat(4000)}${end}`], [false]));
    const [x, y] = [fitKey(a ?? Buffer.alloc(0)), fitKey(b ?? Buffer.alloc(0))];
    expect(x.length).toBe(maxKeyBytes);
    expect(x.equals(y)).toBe(false);
    expect(x.subarray(0, 1000).equals(a?.subarray(0, 1000) ?? Buffer.alloc(0))).toBe(true);
  });

  it('have a successor above everything they are a prefix of', () => {
    expect(successorOf(Buffer.from([1, 2]))).toEqual(Buffer.from([1, 3]));
    expect(successorOf(Buffer.from([1, 255]))).toEqual(Buffer.from([2]));
    expect(successorOf(Buffer.from([255, 255]))).toBeUndefined();
  });
});
