import { setTimeout as delay } from 'node:timers/promises';

/** Waits for so many milliseconds, or until the signal aborts. */
export async function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
