import { setTimeout as sleep } from 'node:timers/promises';

const firstMs = 100;
const longestMs = 5000;

/** Waits that grow from about 100 ms to about 5 s, each with jitter so that agents do not come back all at once. */
export class BackOff {
  #tries = 0;

  /** @param retryAfterSeconds what the service asked for; taken as the least wait, half a minute at most. */
  async wait(signal: AbortSignal, retryAfterSeconds = 0): Promise<void> {
    const full = Math.min(longestMs, firstMs * 2 ** this.#tries);
    this.#tries += 1;
    const least = Math.min(30, retryAfterSeconds) * 1000;
    await sleep(Math.max(least, full * (0.5 + Math.random() / 2)), undefined, { signal });
  }

  reset(): void {
    this.#tries = 0;
  }
}
