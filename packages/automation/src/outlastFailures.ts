import { backOffMs } from '@assay/contract';
import { isTransient } from './isTransient.ts';
import { pauseUnless } from './pauseUnless.ts';

/** Attempts for failures that are not temporary. */
const maxAttempts = 5;
const retryMs = { first: 300, max: 5_000 };

/**
 * Retries something for as long as its failures are temporary, and up to five times otherwise.
 * @param onFailure told of each failure that is followed by another attempt
 * @returns whether it was done; false when the signal aborted first
 * @throws the error of the last attempt, if not temporary
 */
export async function outlastFailures(
  work: () => Promise<unknown>,
  signal: AbortSignal,
  onFailure: (error: unknown, attempt: number) => void,
): Promise<boolean> {
  let ownFailures = 0;
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      await work();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!isTransient(error)) ownFailures += 1;
      if (ownFailures >= maxAttempts) throw error;
      onFailure(error, attempt);
      await pauseUnless(signal, backOffMs(attempt, retryMs));
    }
  }
  return false;
}
