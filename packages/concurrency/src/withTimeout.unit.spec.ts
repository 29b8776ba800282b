import { timedOut, withTimeout } from './withTimeout.ts';

/** Far longer than a test. */
const longMs = 600_000;
const endless = () => new Promise<string>(() => undefined);

describe('withTimeout', () => {
  it('returns the result of work that ends in time', async () => {
    expect(await withTimeout(Promise.resolve('done'), longMs)).toBe('done');
  });

  it('throws the error of work that fails in time', async () => {
    await expect(withTimeout(Promise.reject(new Error('broken')), longMs)).rejects.toThrow('broken');
  });

  it('stops waiting when the time is over, and ignores what fails after it', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_, reject) => {
      fail = reject;
    });
    expect(await withTimeout(work, 1)).toBe(timedOut);
    fail(new Error('too late to matter'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('stops waiting when its signal aborts, before or after the call', async () => {
    const stopping = new AbortController();
    const waiting = withTimeout(endless(), longMs, stopping.signal);
    stopping.abort();
    expect(await waiting).toBe(timedOut);
    expect(await withTimeout(endless(), longMs, stopping.signal)).toBe(timedOut);
  });
});
