import { backOffMs, retry } from '@assay/concurrency';
import { isTransient } from './isTransient.ts';

/** Attempts with failures that are not transient. */
const maxAttempts = 5;
const retryMs = { first: 300, max: 5_000 };

/**
 * Retries work for as long as its failures are transient, and up to five times otherwise.
 * @param onRetry called for each failure that is followed by another attempt
 * @returns whether the work was done; false when the signal aborted first
 * @throws the error of the last attempt, if not transient
 */
export async function retryUntilStopped(
  work: () => Promise<unknown>,
  signal: AbortSignal,
  onRetry: (error: unknown, attempt: number) => void,
): Promise<boolean> {
  let ownFailures = 0;
  const shouldRetry = (error: unknown) => {
    if (!isTransient(error)) ownFailures += 1;
    return ownFailures < maxAttempts;
  };
  try {
    await retry(work, { shouldRetry, delayMs: (attempt) => backOffMs(attempt, retryMs), signal, onRetry });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
