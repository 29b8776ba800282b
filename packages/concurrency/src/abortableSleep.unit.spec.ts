import { abortableSleep, untilAborted } from './abortableSleep.ts';

/** Far longer than a test. */
const longMs = 600_000;

describe('abortableSleep', () => {
  it('resolves after its time', async () => {
    const began = performance.now();
    await abortableSleep(20, new AbortController().signal);
    // Timers of Node may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(18);
  });

  it('resolves as soon as its signal aborts, before or after the call', async () => {
    const stopping = new AbortController();
    const sleeping = abortableSleep(longMs, stopping.signal);
    stopping.abort();
    await sleeping;
    await abortableSleep(longMs, stopping.signal);
  });
});

describe('untilAborted', () => {
  it('resolves once its signal aborts, before or after the call', async () => {
    const stopping = new AbortController();
    let isAborted = false;
    const waiting = untilAborted(stopping.signal).then(() => {
      isAborted = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAborted).toBe(false);
    stopping.abort();
    await waiting;
    await untilAborted(stopping.signal);
  });
});
