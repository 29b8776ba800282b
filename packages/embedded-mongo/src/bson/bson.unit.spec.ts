import * as official from 'bson';
import { encodeKey } from '../storage/keyEncoding.ts';
import { compareValues } from './compareValues.ts';
import { MalformedBson, readDocument, validateBson } from './readBson.ts';
import { type Document, documentOf, RawDocument } from './values.ts';
import { writeDocument } from './writeBson.ts';

const everyType = {
  double: new official.Double(1.5),
  wholeDouble: new official.Double(1),
  text: 'text with ü and 😀 and \u0000 inside, long enough for the decoder',
  document: { a: { b: {} } },
  array: [1, 'x', [null], {}],
  binary: new official.Binary(Buffer.from([1, 2, 3]), 4),
  objectId: new official.ObjectId(),
  yes: true,
  date: new Date(-5),
  nothing: null,
  pattern: new official.BSONRegExp('a.b', 'i'),
  code: new official.Code('f()'),
  scoped: new official.Code('f()', { x: 1 }),
  symbol: new official.BSONSymbol('s'),
  int: new official.Int32(-7),
  timestamp: new official.Timestamp({ t: 5, i: 6 }),
  long: official.Long.MAX_VALUE,
  decimal: official.Decimal128.fromString('1.10'),
  min: new official.MinKey(),
  max: new official.MaxKey(),
  '10': 'numeric name',
  é: 'name beyond ASCII',
};

describe('BSON', () => {
  const bytes = Buffer.from(official.serialize(everyType));

  it('is written as it was read, for every type', () => {
    expect(writeDocument(readDocument(bytes)).equals(bytes)).toBe(true);
  });

  it('can be read in part', () => {
    const read = readDocument(bytes, { only: new Set(['int', 'absent', 'text']) });
    expect([...read.keys()]).toEqual(['text', 'int']);
  });

  it('can be left as bytes below a field', () => {
    const raw = readDocument(bytes, { raw: new Set(['document', 'array']) });
    expect(raw.get('document')).toBeInstanceOf(RawDocument);
    expect(writeDocument(documentOf({ d: raw.get('document') }))).toEqual(
      writeDocument(documentOf({ d: readDocument(bytes).get('document') })),
    );
  });

  it('keeps text that is not UTF-8, in names too, and puts it in the order of its bytes', () => {
    const texts = ['61', '61ff', '80', 'c3', 'c3bc', 'eda080', 'efbfbd', 'f09f9880', 'f09f98', 'ff'].map((hex) =>
      Buffer.from(hex, 'hex'),
    );
    const values = texts.map((text) => {
      const length = Buffer.alloc(4);
      length.writeInt32LE(text.length + 1);
      const value = Buffer.concat([Buffer.from([2]), text, Buffer.from([0]), length, text, Buffer.from([0])]);
      const document = Buffer.concat([Buffer.alloc(4), value, Buffer.from([0])]);
      document.writeInt32LE(document.length);
      expect(writeDocument(readDocument(document)).toString('hex')).toBe(document.toString('hex'));
      return [...readDocument(document).values()][0] ?? null;
    });
    const signs = (order: (i: number, j: number) => number) =>
      texts.map((_, i) => texts.map((_other, j) => Math.sign(order(i, j))));
    const byBytes = signs((i, j) => Buffer.compare(texts[i] ?? bytes, texts[j] ?? bytes));
    const keyOf = (i: number) => encodeKey([values[i]], [false]);
    expect(signs((i, j) => compareValues(values[i], values[j]))).toEqual(byBytes);
    expect(signs((i, j) => Buffer.compare(keyOf(i), keyOf(j)))).toEqual(byBytes);
  });

  it('is accepted by the check before storing', () => {
    expect(() => validateBson(bytes)).not.toThrow();
  });

  it('is refused when cut off or damaged, and never read beyond its end', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(() => readDocument(bytes.subarray(0, length))).toThrow(MalformedBson);
      expect(() => validateBson(bytes.subarray(0, length))).toThrow(MalformedBson);
    }
  });

  it('is refused when nested too deeply, in both directions', () => {
    const nestedTo = (depth: number): Document => {
      let nested = documentOf({});
      for (let i = 0; i < depth; i++) nested = documentOf({ a: nested });
      return nested;
    };
    const overflow = expect.objectContaining({ code: 15, codeName: 'Overflow' });
    expect(() => validateBson(writeDocument(nestedTo(181)))).toThrow(overflow);
    expect(() => validateBson(writeDocument(nestedTo(180)))).not.toThrow();
    expect(() => writeDocument(nestedTo(300))).toThrow(overflow);
    let bytes = Buffer.from([5, 0, 0, 0, 0]);
    for (let i = 0; i < 300; i++) {
      const around = Buffer.alloc(bytes.length + 8);
      around.writeInt32LE(around.length, 0);
      around.write('\x03a', 4, 'latin1');
      bytes.copy(around, 7);
      bytes = around;
    }
    expect(() => readDocument(bytes)).toThrow(overflow);
    expect(() => validateBson(bytes)).toThrow(overflow);
  });
});
