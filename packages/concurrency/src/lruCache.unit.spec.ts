import { LruCache } from './lruCache.ts';

describe('LruCache', () => {
  it('drops the least recently used entry', () => {
    const recent = new LruCache<string, number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    expect(recent.get('a')).toBe(1);
    recent.set('c', 3);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
    recent.set('a', 4);
    recent.set('d', 5);
    expect(['a', 'c', 'd'].map((key) => recent.get(key))).toEqual([4, undefined, 5]);
  });

  it('forgets deleted entries', () => {
    const recent = new LruCache<string, boolean>(2);
    recent.set('a', false);
    expect(recent.get('a')).toBe(false);
    recent.delete('a');
    expect(recent.get('a')).toBeUndefined();
  });

  it('drops several entries for a larger one, and does not store one larger than all', () => {
    const recent = new LruCache<string, string>(6, ({ length }) => length);
    recent.set('a', 'aa');
    recent.set('b', 'bb');
    recent.set('c', 'cc');
    recent.set('d', 'ddd');
    expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([undefined, undefined, 'cc', 'ddd']);
    recent.set('d', 'd');
    recent.set('e', 'eee');
    expect(['c', 'd', 'e'].map((key) => recent.get(key))).toEqual(['cc', 'd', 'eee']);
    recent.set('e', 'larger than all');
    expect(['d', 'e'].map((key) => recent.get(key))).toEqual(['d', undefined]);
  });
});
