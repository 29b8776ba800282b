import { systemClock } from './clock.ts';

type PollOptions = {
  everyMs: number;
  /** When it gives up; never by default. */
  timeoutMs?: number;
  /** Ends the wait. */
  signal?: AbortSignal;
};

/**
 * Reads something until it is as wanted, for what sends no notification.
 * @returns the first value that is as wanted; the last value once the time is over or the signal aborts
 */
export async function pollUntil<Value>(
  read: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
  { everyMs, timeoutMs = Number.POSITIVE_INFINITY, signal }: PollOptions,
  clock = systemClock,
): Promise<Value> {
  const until = clock.now() + timeoutMs;
  for (;;) {
    const value = await read();
    const leftMs = until - clock.now();
    if (isWanted(value) || leftMs <= 0) return value;
    await clock.sleep(Math.min(everyMs, leftMs), signal);
    if (signal?.aborted) return value;
  }
}
