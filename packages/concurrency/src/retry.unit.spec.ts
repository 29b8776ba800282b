import { fakeClock } from '../test/fakeClock.ts';
import { retry } from './retry.ts';

/** Work that fails with these messages, one after the other, and then returns `done`. */
function failingWith(...messages: string[]) {
  return async () => {
    const message = messages.shift();
    if (message !== undefined) throw new Error(message);
    return 'done';
  };
}

const delayMs = (attempt: number) => attempt * 100;

describe('retry', () => {
  it('repeats work until it succeeds, and reports each failure', async () => {
    const clock = fakeClock();
    const reported: string[] = [];
    const onRetry = (error: unknown, attempt: number, ms: number) => reported.push(`${error} ${attempt} ${ms}`);
    const work = failingWith('one', 'two');
    expect(await retry(work, { shouldRetry: () => true, delayMs, onRetry }, clock)).toBe('done');
    expect(clock.sleeps).toEqual([100, 200]);
    expect(reported).toEqual(['Error: one 1 100', 'Error: two 2 200']);
  });

  it('throws an error that is not worth another attempt', async () => {
    const clock = fakeClock();
    const shouldRetry = (error: unknown) => error instanceof Error && error.message === 'away';
    const failing = retry(failingWith('away', 'refused'), { shouldRetry, delayMs }, clock);
    await expect(failing).rejects.toThrow('refused');
    expect(clock.sleeps).toEqual([100]);
  });

  it('may limit the attempts', async () => {
    const shouldRetry = (_: unknown, attempt: number) => attempt < 2;
    const failing = retry(failingWith('one', 'two', 'three'), { shouldRetry, delayMs }, fakeClock());
    await expect(failing).rejects.toThrow('two');
  });

  it('throws the reason of its signal once that aborts', async () => {
    const stopping = new AbortController();
    const onRetry = () => stopping.abort(new Error('stopped'));
    const options = { shouldRetry: () => true, delayMs, onRetry, signal: stopping.signal };
    await expect(retry(failingWith('one'), options, fakeClock())).rejects.toThrow('stopped');
    await expect(retry(failingWith(), options, fakeClock())).rejects.toThrow('stopped');
  });
});
