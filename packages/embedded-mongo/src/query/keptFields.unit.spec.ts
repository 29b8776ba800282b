import { serialize } from 'bson';
import { readDocument } from '../bson/readBson.ts';
import { type Document, documentOf } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { compileProjection } from './compileProjection.ts';
import { keptOf } from './keptFields.ts';

const documents = [
  {},
  { _id: 1, a: 1, b: 'text', c: null, d: true },
  { _id: 'x', b: { c: 1, d: [1, { c: 2 }], e: { c: 3 } }, a: [] },
  { a: [1, { b: 1, c: 2 }, 'text', [{ b: 3, c: 4 }, 5], {}, null, { c: 6 }], _id: 2 },
  { a: Array.from({ length: 120 }, (_, index) => ({ b: index, c: 'ä€'.repeat(index) })), b: 5, 'ä€': 6 },
  { a: 5, b: new Date(0), c: /x/i, d: Buffer.of(1, 2), e: { f: { g: { h: 1, i: 2 } } } },
];
const projections: Record<string, number | boolean>[] = [
  { a: 1 },
  { a: 1, _id: 0 },
  { _id: 1 },
  { missing: 1 },
  { b: 1, d: true, 'ä€': 1 },
  { 'a.b': 1 },
  { 'a.b': 1, 'a.c': 1, c: 1 },
  { 'b.c': 1, 'b.d.c': 1 },
  { 'e.f.g.i': 1, 'missing.deep': 1 },
];

describe('kept fields', () => {
  it('are the same whether a document is decoded for them or not', () => {
    for (const projection of projections) {
      const { kept, project } = compileProjection(documentOf(projection), 'query', undefined);
      if (!kept) throw new Error('nothing is kept');
      for (const document of documents) {
        const bytes = Buffer.from(serialize(document));
        expect(keptOf(bytes, kept).bytes).toEqual(writeDocument(project(readDocument(bytes))));
      }
    }
  });

  it('are known only where nothing is left out by name or computed', () => {
    const keptBy = (projection: Document) => compileProjection(projection, 'query', undefined).kept;
    expect(keptBy(documentOf({ a: 0 }))).toBeUndefined();
    expect(keptBy(documentOf({ a: '$b' }))).toBeUndefined();
    expect(keptBy(documentOf({ a: 1, b: new Map([['$slice', 1]]) }))).toBeUndefined();
  });

  it('of a damaged document are refused', () => {
    const bytes = Buffer.from(serialize({ a: 'text', b: 1 }));
    bytes.writeInt32LE(100, 7);
    expect(() => keptOf(bytes, new Map([['b', 'whole']]))).toThrow();
  });
});
