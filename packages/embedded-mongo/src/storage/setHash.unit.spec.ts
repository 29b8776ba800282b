import { SetHash } from './setHash.ts';

describe('a set hash', () => {
  it('does not depend on the order of the records', () => {
    const one = new SetHash();
    const other = new SetHash();
    for (let id = 1; id <= 100; id++) one.add(id, id * 7919);
    for (let id = 100; id >= 1; id--) other.add(id, id * 7919);
    expect(one.equals(other)).toBe(true);
    expect(one.toString()).toMatch(/^[0-9a-f]{16}$/);
  });

  it('returns to its value when a record is added and removed', () => {
    const hash = new SetHash();
    hash.add(1, 0xffffffff);
    const before = hash.toString();
    hash.add(2, 0x12345678);
    expect(hash.toString()).not.toBe(before);
    hash.remove(2, 0x12345678);
    expect(hash.toString()).toBe(before);
  });

  it('detects two records that have swapped places', () => {
    const one = new SetHash();
    one.add(1, 5);
    one.add(2, 6);
    const other = new SetHash();
    other.add(1, 6);
    other.add(2, 5);
    expect(one.equals(other)).toBe(false);
  });

  it('distinguishes single records, also beyond 2^32 of them', () => {
    const seen = new Set<string>();
    for (let id = 0; id < 2_000; id++) {
      for (const recordId of [id, id + 0x100000000]) {
        const hash = new SetHash();
        hash.add(recordId, 77);
        seen.add(hash.toString());
      }
    }
    expect(seen.size).toBe(4_000);
  });
});
