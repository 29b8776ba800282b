import { RecentMap } from './recentMap.ts';

describe('a recent map', () => {
  it('drops the entry that was used the longest ago', () => {
    const recent = new RecentMap<string, number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    expect(recent.get('a')).toBe(1);
    recent.set('c', 3);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
    recent.set('a', 4);
    recent.set('d', 5);
    expect(['a', 'c', 'd'].map((key) => recent.get(key))).toEqual([4, undefined, 5]);
  });

  it('drops what is deleted', () => {
    const recent = new RecentMap<string, boolean>(2);
    recent.set('a', false);
    expect(recent.get('a')).toBe(false);
    recent.delete('a');
    expect(recent.get('a')).toBeUndefined();
  });

  it('drops as many of the oldest as take the room of a larger one', () => {
    const recent = new RecentMap<string, string>(6, ({ length }) => length);
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
