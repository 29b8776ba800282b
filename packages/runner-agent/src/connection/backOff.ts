import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from '@assay/contract';

const retryMs = { first: 100, max: 5_000 };
const maxRetryAfterMs = 30_000;

/** Counts failures in a row and waits after each, longer each time. */
export class BackOff {
  #failures = 0;

  /**
   * @param retryAfterSeconds the wait that the service asked for; the shortest one, 30 seconds at most
   * @throws when the signal fires
   */
  async wait(signal: AbortSignal, retryAfterSeconds = 0): Promise<void> {
    this.#failures += 1;
    const asked = Math.min(maxRetryAfterMs, retryAfterSeconds * 1000);
    await sleep(Math.max(asked, backOffMs(this.#failures, retryMs)), undefined, { signal });
  }

  reset(): void {
    this.#failures = 0;
  }
}
