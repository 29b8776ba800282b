import { inRounds } from './inRounds.ts';

/** Work that blocks until released, round by round. */
function heldUp() {
  const rounds: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const ask = inRounds<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `${item}!`)));
        rounds.push({ items, end });
      }),
  );
  return { ask, rounds };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('rounds', () => {
  it('do not wait for later callers, who share the next round, and each gets its own answer', async () => {
    const { ask, rounds } = heldUp();
    const answers = [ask(1)];
    await settled();
    answers.push(ask(2), ask(3));
    expect(rounds.map(({ items }) => items)).toEqual([[1]]);
    rounds[0]?.end();
    expect(await answers[0]).toBe('1!');
    await settled();
    expect(rounds.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    rounds[1]?.end();
    expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!']);
    const later = ask(4);
    await settled();
    rounds[2]?.end();
    expect(await later).toBe('4!');
  });

  it('are shared by simultaneous callers', async () => {
    const { ask, rounds } = heldUp();
    const answers = [ask(1), Promise.resolve().then(() => ask(2)), ask(3)];
    await settled();
    expect(rounds.map(({ items }) => items)).toEqual([[1, 3, 2]]);
    rounds[0]?.end();
    expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!']);
  });

  it('fail for all who shared one, and continue', async () => {
    const { ask, rounds } = heldUp();
    const first = ask(1);
    await settled();
    const failing = Promise.allSettled([ask(2), ask(3)]);
    rounds[0]?.end();
    await first;
    await settled();
    const next = ask(4);
    rounds[1]?.end(new Error('the store is away'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await settled();
    rounds[2]?.end();
    expect(await next).toBe('4!');
  });

  it('fail when an answer is missing', async () => {
    const ask = inRounds<number, number>(async () => []);
    await expect(ask(1)).rejects.toThrow('1 asked, 0 answered');
  });

  it('are bounded in size', async () => {
    const sizes: number[] = [];
    const ask = inRounds<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    });
    await Promise.all(Array.from({ length: 600 }, (_, item) => ask(item)));
    expect(sizes).toEqual([256, 256, 88]);
  });
});
