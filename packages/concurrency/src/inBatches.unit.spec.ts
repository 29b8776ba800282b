import { inBatches } from './inBatches.ts';

describe('inBatches', () => {
  it('works on a number of items at a time and returns the results in order', async () => {
    let running = 0;
    let most = 0;
    const results = await inBatches([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([10, 20, 30, 40, 50]);
    expect(most).toBe(2);
  });

  it('begins no further batch after a failure', async () => {
    const begun: number[] = [];
    const failing = inBatches([1, 2, 3], 2, async (item) => {
      begun.push(item);
      throw new Error(`broken ${item}`);
    });
    await expect(failing).rejects.toThrow('broken 1');
    expect(begun).toEqual([1, 2]);
  });
});
