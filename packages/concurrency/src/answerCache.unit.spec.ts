import { AnswerCache, byEffort } from './answerCache.ts';

describe('AnswerCache', () => {
  it('returns an answer until it expires', async () => {
    let now = 0;
    const cache = new AnswerCache({ now: () => now });
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

  it('may keep each answer for a time of its own', async () => {
    let now = 0;
    const cache = new AnswerCache({ now: () => now });
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
  ])('shares one lookup between concurrent requests, even longer than answers are kept: %s', async (_, keepMs) => {
    let now = 0;
    const cache = new AnswerCache({ now: () => now });
    let asked = 0;
    const ask = async () => {
      asked += 1;
    };
    const first = cache.get('k', keepMs, ask);
    now = 60_000;
    await Promise.all([first, cache.get('k', keepMs, ask)]);
    expect(asked).toBe(1);
  });

  it('does not cache failures', async () => {
    const cache = new AnswerCache();
    await expect(cache.get('k', 100, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('k', 100, () => Promise.resolve('back'))).toBe('back');
  });

  it('keeps an answer longer the longer its lookup took, up to a maximum', async () => {
    let now = 0;
    const cache = new AnswerCache({ now: () => now });
    let asked = 0;
    const get = (tookMs: number) =>
      cache.get('k', byEffort(60_000), async () => {
        asked += 1;
        now += tookMs;
      });
    await get(10);
    now = 10 + 999;
    await get(10);
    expect(asked).toBe(1);
    now = 10 + 1_000;
    await get(5_000);
    now += 59_999;
    await get(10);
    expect(asked).toBe(2);
    now += 1;
    await get(10);
    expect(asked).toBe(3);
  });

  it('drops the least recently used answer when it is full', async () => {
    const cache = new AnswerCache({ maxSize: 2 });
    const asked: string[] = [];
    const get = (key: string) =>
      cache.get(key, Number.POSITIVE_INFINITY, async () => {
        asked.push(key);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });

  it('forgets dropped answers, also those that are still awaited', async () => {
    const cache = new AnswerCache({ now: () => 0 });
    let giveFirst: (answer: string) => void = () => undefined;
    const held = new Promise<string>((resolve) => {
      giveFirst = resolve;
    });
    const first = cache.get('k', 100, () => held);
    cache.drop();
    const second = cache.get('k', 100, async () => 'second');
    giveFirst('first');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(await cache.get('k', 100, async () => 'third')).toBe('second');
  });
});
