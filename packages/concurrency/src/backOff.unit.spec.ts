import { fakeClock } from '../test/fakeClock.ts';
import { BackOff, backOffMs } from './backOff.ts';

const limits = { first: 100, max: 5_000 };
const highest = () => 1;
const lowest = () => 0;

describe('backOffMs', () => {
  it('doubles with each failure', () => {
    expect([1, 2, 3, 4].map((failures) => backOffMs(failures, limits, highest))).toEqual([100, 200, 400, 800]);
  });

  it('never exceeds the maximum', () => {
    expect(backOffMs(7, limits, highest)).toBe(5_000);
    expect(backOffMs(10_000, limits, highest)).toBe(5_000);
  });

  it('randomizes up to half of the delay', () => {
    expect(backOffMs(1, limits, lowest)).toBe(50);
    expect(backOffMs(7, limits, lowest)).toBe(2_500);
  });

  it('returns a different delay each time', () => {
    const delays = new Set(Array.from({ length: 20 }, () => backOffMs(5, limits)));
    expect(delays.size).toBeGreaterThan(1);
    for (const delay of delays) expect(delay >= 800 && delay < 1_600).toBe(true);
  });
});

describe('BackOff', () => {
  it('waits longer after each failure until it is reset', async () => {
    const clock = fakeClock();
    const backOff = new BackOff({ first: 100, max: 10_000 }, clock);
    for (let failures = 1; failures <= 4; failures += 1) await backOff.wait();
    backOff.reset();
    await backOff.wait();
    const least = [50, 100, 200, 400, 50];
    expect(clock.sleeps.map((ms, index) => ms >= (least[index] ?? 0) && ms <= 2 * (least[index] ?? 0))).toEqual(
      least.map(() => true),
    );
  });

  it('waits at least as long as the other side asked for', async () => {
    const clock = fakeClock();
    await new BackOff({ first: 100, max: 5_000 }, clock).wait(undefined, 30_000);
    expect(clock.sleeps).toEqual([30_000]);
  });
});
