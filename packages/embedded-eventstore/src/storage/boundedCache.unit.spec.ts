import { BoundedCache } from './boundedCache.ts';

describe('a bounded cache', () => {
  it('keeps at least as many entries as its capacity', () => {
    const cache = new BoundedCache<number, number>(10);
    for (let n = 0; n < 100; n += 1) cache.set(n, n);
    for (let n = 90; n < 100; n += 1) expect(cache.get(n)).toBe(n);
    expect(cache.get(0)).toBeUndefined();
  });

  it('keeps what is used', () => {
    const cache = new BoundedCache<number, number>(10);
    for (let n = 0; n < 100; n += 1) {
      cache.set(n, n);
      expect(cache.get(0)).toBe(0);
    }
  });

  it('returns the value set last', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('c', 3);
    cache.set('a', 4);
    expect(cache.get('a')).toBe(4);
  });
});
