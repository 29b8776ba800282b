import { documentOf } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { openRecord, sealRecord } from './sealedRecord.ts';

describe('a sealed record', () => {
  const bson = writeDocument(documentOf({ a: 'text', n: 5 }));

  it('returns what was sealed', () => {
    expect(openRecord(sealRecord(bson), 'db.c')).toEqual(bson);
  });

  it('does not open when any bit has changed', () => {
    for (let at = 0; at < bson.length + 4; at++) {
      for (const bit of [1, 128]) {
        const damaged = sealRecord(bson);
        damaged[at] = (damaged[at] ?? 0) ^ bit;
        expect(() => openRecord(damaged, 'db.c')).toThrow(
          expect.objectContaining({ codeName: 'DataCorruptionDetected' }),
        );
      }
    }
  });
});
