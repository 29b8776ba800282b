import { AnswerCache } from './answerCache.ts';

describe('cached answers', () => {
  it('are returned again until they expire', async () => {
    const cache = new AnswerCache();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return asked;
    };
    expect(await cache.get('k', 100, ask, 0)).toBe(1);
    expect(await cache.get('k', 100, ask, 99)).toBe(1);
    expect(await cache.get('other', 100, ask, 99)).toBe(2);
    expect(await cache.get('k', 100, ask, 100)).toBe(3);
  });

  it('are shared by concurrent requests', async () => {
    const cache = new AnswerCache();
    let asked = 0;
    const ask = async () => {
      asked += 1;
    };
    await Promise.all([cache.get('k', 1, ask, 0), cache.get('k', 1, ask, 0)]);
    expect(asked).toBe(1);
  });

  it('are not cached for failures', async () => {
    const cache = new AnswerCache();
    await expect(cache.get('k', 100, () => Promise.reject(new Error('away')), 0)).rejects.toThrow('away');
    expect(await cache.get('k', 100, () => Promise.resolve('back'), 1)).toBe('back');
  });
});
