import { sharedReads } from './sharedReads.ts';

/** Reads that are held up until they are let go. */
function heldUp() {
  const share = sharedReads<number>();
  const begun: { end: (error?: Error) => void }[] = [];
  const ask = (key: string, asOf?: number) =>
    share(
      key,
      () =>
        new Promise((resolve, reject) => {
          const nth = begun.length + 1;
          begun.push({ end: (error) => (error ? reject(error) : resolve(nth)) });
        }),
      asOf,
    );
  return { ask, begun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('reads of the same', () => {
  it('begin at once for the first caller; callers during that read share the next one', async () => {
    const { ask, begun } = heldUp();
    const first = ask('a');
    const later = [ask('a'), ask('a'), ask('a')];
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    expect(await first).toBe(1);
    await settled();
    expect(begun).toHaveLength(2);
    const muchLater = ask('a');
    begun[1]?.end();
    expect(await Promise.all(later)).toEqual([2, 2, 2]);
    await settled();
    begun[2]?.end();
    expect(await muchLater).toBe(3);
  });

  it('are repeated once none is under way', async () => {
    const { ask, begun } = heldUp();
    const first = ask('a');
    begun[0]?.end();
    await first;
    await settled();
    const second = ask('a');
    begun[1]?.end();
    expect(await second).toBe(2);
  });

  it('are shared with callers for whom they began late enough', async () => {
    const { ask, begun } = heldUp();
    const before = performance.now();
    const first = ask('a');
    await settled();
    const [served, tooLate] = [ask('a', before), ask('a', performance.now())];
    begun[0]?.end();
    expect(await Promise.all([first, served])).toEqual([1, 1]);
    await settled();
    begun[1]?.end();
    expect(await tooLate).toBe(2);
  });

  it('are separate for each key', async () => {
    const { ask, begun } = heldUp();
    const [a, b] = [ask('a'), ask('b')];
    expect(begun).toHaveLength(2);
    for (const { end } of begun) end();
    expect(await Promise.all([a, b])).toEqual([1, 2]);
  });

  it('fail for their own callers, not for later ones', async () => {
    const { ask, begun } = heldUp();
    const failing = Promise.allSettled([ask('a')]);
    const next = ask('a');
    begun[0]?.end(new Error('the store is away'));
    expect((await failing)[0]?.status).toBe('rejected');
    await settled();
    begun[1]?.end();
    expect(await next).toBe(2);
  });
});
