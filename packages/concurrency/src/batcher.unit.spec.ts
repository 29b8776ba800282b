import { batcher } from './batcher.ts';

/** Work that blocks until released, batch by batch. */
function heldUp() {
  const batches: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const ask = batcher<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `${item}!`)));
        batches.push({ items, end });
      }),
  );
  return { ask, batches };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('batcher', () => {
  it('works at once for a lone caller; later ones share the next batch, and each gets its own answer', async () => {
    const { ask, batches } = heldUp();
    const answers = [ask(1)];
    await settled();
    answers.push(ask(2), ask(3));
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    batches[0]?.end();
    expect(await answers[0]).toBe('1!');
    await settled();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    batches[1]?.end();
    expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!']);
    const later = ask(4);
    await settled();
    batches[2]?.end();
    expect(await later).toBe('4!');
  });

  it('puts simultaneous callers into one batch', async () => {
    const { ask, batches } = heldUp();
    const answers = [ask(1), Promise.resolve().then(() => ask(2)), ask(3)];
    await settled();
    expect(batches.map(({ items }) => items)).toEqual([[1, 3, 2]]);
    batches[0]?.end();
    expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!']);
  });

  it('fails for all callers of a batch, and continues', async () => {
    const { ask, batches } = heldUp();
    const first = ask(1);
    await settled();
    const failing = Promise.allSettled([ask(2), ask(3)]);
    batches[0]?.end();
    await first;
    await settled();
    const next = ask(4);
    batches[1]?.end(new Error('the store is away'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await settled();
    batches[2]?.end();
    expect(await next).toBe('4!');
  });

  it('fails when an answer is missing', async () => {
    const ask = batcher<number, number>(async () => []);
    await expect(ask(1)).rejects.toThrow('1 asked, 0 answered');
  });

  it('bounds the size of a batch', async () => {
    const sizes: number[] = [];
    const ask = batcher<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    });
    await Promise.all(Array.from({ length: 600 }, (_, item) => ask(item)));
    expect(sizes).toEqual([256, 256, 88]);
  });
});
