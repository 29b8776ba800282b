import { fakeClock } from '../test/fakeClock.ts';
import { pollUntil } from './pollUntil.ts';

const counting = () => {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
};
const never = () => false;

describe('pollUntil', () => {
  it('returns the first value that is as wanted', async () => {
    const clock = fakeClock();
    expect(await pollUntil(counting(), (count) => count === 3, { everyMs: 50 }, clock)).toBe(3);
    expect(clock.sleeps).toEqual([50, 50]);
  });

  it('reads once more when the time is over, and returns that value', async () => {
    const clock = fakeClock();
    expect(await pollUntil(counting(), never, { everyMs: 50, timeoutMs: 120 }, clock)).toBe(4);
    expect(clock.sleeps).toEqual([50, 50, 20]);
  });

  it('returns the last value once the signal aborts', async () => {
    const stopping = new AbortController();
    const read = counting();
    const readThenStop = async () => {
      const count = await read();
      if (count === 2) stopping.abort();
      return count;
    };
    expect(await pollUntil(readThenStop, never, { everyMs: 50, signal: stopping.signal }, fakeClock())).toBe(2);
  });

  it('throws the error of a read', async () => {
    const failing = () => Promise.reject(new Error('away'));
    await expect(pollUntil(failing, never, { everyMs: 50 }, fakeClock())).rejects.toThrow('away');
  });
});
