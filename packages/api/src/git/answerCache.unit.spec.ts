import { AnswerCache } from './answerCache.ts';

describe('cached answers', () => {
  it('are returned again until they expire', async () => {
    let now = 0;
    const cache = new AnswerCache(() => now);
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return asked;
    };
    expect(await cache.get('k', 100, ask)).toBe(1);
    now = 99;
    expect(await cache.get('k', 100, ask)).toBe(1);
    expect(await cache.get('other', 100, ask)).toBe(2);
    now = 100;
    expect(await cache.get('k', 100, ask)).toBe(3);
  });

  it('may expire earlier the less they say', async () => {
    let now = 0;
    const cache = new AnswerCache(() => now);
    const keepMs = (answer: string | null) => (answer === null ? 10 : 100);
    const get = (key: string, answer: string | null) => cache.get(key, keepMs, async () => answer);
    expect([await get('a', null), await get('b', 'first')]).toEqual([null, 'first']);
    now = 10;
    expect([await get('a', 'there'), await get('b', 'second')]).toEqual(['there', 'first']);
    now = 109;
    expect([await get('a', 'later'), await get('b', 'second')]).toEqual(['there', 'second']);
  });

  it.each([
    ['a time', 1],
    ['a time of their own', () => 1],
  ])('are shared by concurrent requests, also longer than they are kept: %s', async (_, keepMs) => {
    let now = 0;
    const cache = new AnswerCache(() => now);
    let asked = 0;
    const ask = async () => {
      asked += 1;
    };
    const first = cache.get('k', keepMs, ask);
    now = 60_000;
    await Promise.all([first, cache.get('k', keepMs, ask)]);
    expect(asked).toBe(1);
  });

  it('are not cached for failures', async () => {
    const cache = new AnswerCache();
    await expect(cache.get('k', 100, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('k', 100, () => Promise.resolve('back'))).toBe('back');
  });
});
