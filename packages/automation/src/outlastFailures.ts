import { backOffMs } from '@assay/contract';
import { isPassing } from './passingFailure.ts';
import { pauseUnless } from './pauseUnless.ts';

/** What fails for a reason of its own is tried this often. */
const maxAttempts = 5;
const retryMs = { first: 300, max: 5_000 };

/**
 * Does something, again and again while it fails for a passing reason, and up to five times where the reason is its own.
 * @param onFailure told of each failure that is followed by another attempt
 * @returns whether it was done; false when the signal aborted first
 * @throws the error of the last attempt, where the reason is its own
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
      if (!isPassing(error)) ownFailures += 1;
      if (ownFailures >= maxAttempts) throw error;
      onFailure(error, attempt);
      await pauseUnless(signal, backOffMs(attempt, retryMs));
    }
  }
  return false;
}
