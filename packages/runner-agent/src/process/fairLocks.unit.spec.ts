import { FairLocks } from './fairLocks.ts';

const unaborted = () => new AbortController().signal;

describe('locks of what processes on one machine share', () => {
  const begun: string[] = [];
  const waited: string[] = [];
  const unlocks = new Map<string, () => void>();
  beforeEach(() => {
    begun.length = 0;
    waited.length = 0;
    unlocks.clear();
  });
  const ask = async (locks: FairLocks, name: string, keys: string[], signal = unaborted()) => {
    const [owner = ''] = name;
    const unlock = await locks.lock(owner, keys, signal, () => waited.push(name));
    begun.push(name);
    unlocks.set(name, unlock);
  };
  /** Lets what was granted begin. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const unlock = async (name: string) => {
    unlocks.get(name)?.();
    await settle();
  };

  it('make requests with a common key wait for each other, and no others', async () => {
    const locks = new FairLocks(0);
    for (const [name, keys] of [
      ['a1', ['3000']],
      ['b1', ['4000']],
      ['c1', ['3000', '5000']],
      ['d1', ['6000']],
    ] as const) {
      void ask(locks, name, [...keys]);
    }
    await settle();
    expect([begun, waited]).toEqual([['a1', 'b1', 'd1'], ['c1']]);
    await unlock('b1');
    expect(begun).not.toContain('c1');
    await unlock('a1');
    expect(begun).toContain('c1');
  });

  it('serve one owner after the other, however many requests each has', async () => {
    const locks = new FairLocks(0);
    for (let index = 1; index <= 50; index += 1) void ask(locks, `a${index}`, ['3000']);
    for (const name of ['b1', 'b2', 'c1']) void ask(locks, name, ['3000']);
    await settle();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(begun.at(-1)).toBe(name);
      await unlock(name);
    }
    expect(begun.at(-1)).toBe('a4');
  });

  it('come to a request for several keys, although others always hold one of them', async () => {
    const locks = new FairLocks(0);
    void ask(locks, 'a1', ['3000']);
    void ask(locks, 'b1', ['4000']);
    void ask(locks, 'c1', ['3000', '4000']);
    void ask(locks, 'a2', ['3000']);
    void ask(locks, 'b2', ['4000']);
    await settle();
    await unlock('a1');
    await unlock('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await unlock('c1');
    expect(begun.slice(3).sort()).toEqual(['a2', 'b2']);
  });

  it('forget a request whose signal fires, and what it kept from others', async () => {
    const locks = new FairLocks(0);
    const givenUp = new AbortController();
    void ask(locks, 'a1', ['3000']);
    const abandoned = ask(locks, 'b1', ['3000', '4000'], givenUp.signal);
    void ask(locks, 'c1', ['4000']);
    await settle();
    expect(begun).toEqual(['a1']);
    givenUp.abort(new Error('canceled'));
    await expect(abandoned).rejects.toThrow('canceled');
    await settle();
    expect(begun).toEqual(['a1', 'c1']);
    await expect(ask(locks, 'd1', ['5000'], givenUp.signal)).rejects.toThrow('canceled');
  });

  it('are released after the end of a holder that hangs, once', async () => {
    const locks = new FairLocks(0);
    const ending = new AbortController();
    void ask(locks, 'a1', ['3000'], ending.signal);
    const second = ask(locks, 'b1', ['3000']);
    await settle();
    expect(begun).toEqual(['a1']);
    ending.abort();
    await second;
    void ask(locks, 'c1', ['3000']);
    await unlock('a1');
    expect(begun).toEqual(['a1', 'b1']);
  });
});
