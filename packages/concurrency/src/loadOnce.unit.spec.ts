import { loadOnce } from './loadOnce.ts';

describe('loadOnce', () => {
  it('loads once for all callers', async () => {
    let loads = 0;
    const load = loadOnce(async () => {
      loads += 1;
      return loads;
    });
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });

  it('tries again after a failure', async () => {
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve('back')];
    const load = loadOnce(() => answers.shift()?.() ?? Promise.reject(new Error('asked too often')));
    await expect(load()).rejects.toThrow('away');
    expect(await load()).toBe('back');
    expect(await load()).toBe('back');
  });
});
