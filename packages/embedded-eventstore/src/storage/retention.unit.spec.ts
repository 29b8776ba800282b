import {
  firstReadableRevision,
  isYoungEnough,
  keepEverything,
  metadataOfDeletedStream,
  metadataOfRecreatedStream,
  parseRetention,
} from './retention.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('the readable part of a stream', () => {
  it('is everything without metadata', () => {
    expect(firstReadableRevision(parseRetention(json({ owner: 'a' })), 9)).toBe(0);
  });

  it.each([
    [{ $maxCount: 3 }, 7],
    [{ $maxCount: 30 }, 0],
    [{ $tb: 4 }, 4],
    [{ $maxCount: 3, $tb: 8 }, 8],
    [{ $maxCount: 2, $tb: 4 }, 8],
    [{ $maxCount: 'many', $tb: -1 }, 0],
  ])('begins, with %j in a stream of ten, at revision %i', (metadata, first) => {
    expect(firstReadableRevision(parseRetention(json(metadata)), 9)).toBe(first);
  });

  it('ends at the maximum age', () => {
    const retention = parseRetention(json({ $maxAge: 10 }));
    expect(isYoungEnough(retention, 90_001, 100_000)).toBe(true);
    expect(isYoungEnough(retention, 90_000, 100_000)).toBe(false);
    expect(isYoungEnough(keepEverything, 0, 100_000)).toBe(true);
  });

  it.each(['', 'not json', 'null', '[1]', '7'])('is everything when metadata is %j', (text) => {
    expect(parseRetention(Buffer.from(text))).toMatchObject({ softDeleted: false });
  });
});

describe('deleting a stream by its metadata', () => {
  it('is recognised as a deletion and keeps the other entries', () => {
    const deleted = metadataOfDeletedStream(json({ $maxCount: 5, $tb: 2, owner: 'a' }));
    expect(deleted.toString()).toBe('{"$tb":9223372036854775807,"$maxCount":5,"owner":"a"}');
    expect(parseRetention(deleted)).toMatchObject({ softDeleted: true, maxCount: 5 });
  });

  it('works without previous metadata', () => {
    expect(metadataOfDeletedStream(Buffer.alloc(0)).toString()).toBe('{"$tb":9223372036854775807}');
  });

  it('is undone by writing again, except for the earlier events', () => {
    const recreated = metadataOfRecreatedStream(metadataOfDeletedStream(json({ owner: 'a' })), 4);
    expect(JSON.parse(recreated.toString())).toEqual({ owner: 'a', $tb: 4 });
    expect(parseRetention(recreated)).toMatchObject({ softDeleted: false, truncateBefore: 4 });
  });
});
