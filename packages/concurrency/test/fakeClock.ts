import type { Clock } from '../src/clock.ts';

/** @returns a clock that advances only by sleeping, at once, and the sleeps so far */
export function fakeClock(): Clock & { sleeps: number[] } {
  let now = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    sleep: async (ms) => {
      sleeps.push(ms);
      now += ms;
    },
  };
}
