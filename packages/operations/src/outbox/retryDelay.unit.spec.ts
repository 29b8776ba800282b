import { retryDelayMs } from './retryDelay.ts';

describe('the delay before another attempt', () => {
  it('grows from seconds to hours', () => {
    const usual = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => retryDelayMs(attempts, () => 0.5));
    expect(usual).toEqual([
      5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 72_000_000,
    ]);
  });

  it('is up to a fifth shorter or longer', () => {
    expect(retryDelayMs(1, () => 0)).toBe(4_000);
    expect(retryDelayMs(1, () => 1)).toBe(6_000);
  });
});
