import { systemClock } from './clock.ts';

type RetryOptions = {
  /** Whether an error is worth another attempt. @param attempt from 1 */
  shouldRetry: (error: unknown, attempt: number) => boolean;
  /** The delay before the next attempt, in milliseconds. */
  delayMs: (attempt: number, error: unknown) => number;
  /** Ends the retries. */
  signal?: AbortSignal;
  /** Called before each delay. */
  onRetry?: (error: unknown, attempt: number, delayMs: number) => void;
};

/**
 * Repeats work until it succeeds.
 * @throws the error that is not worth another attempt; the signal's reason once it aborts
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  { shouldRetry, delayMs, signal, onRetry }: RetryOptions,
  clock = systemClock,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!shouldRetry(error, attempt)) throw error;
      const ms = delayMs(attempt, error);
      onRetry?.(error, attempt, ms);
      await clock.sleep(ms, signal);
    }
  }
}
