import { randomUUID } from 'node:crypto';
import { pollUntil } from '@assay/concurrency';
import type { Operations } from '@assay/operations';
import type { Logger } from 'pino';

/** Long enough for a busy machine, short enough that a killed process is soon replaced. */
const ttlMs = 5_000;
const renewMs = 1_000;

export type Held = {
  /** Aborts when the lease is lost: whatever it guards must stop at once. */
  readonly lost: AbortSignal;
  /**
   * Whether nobody else can have the lease yet. A process that was frozen for longer learns it here, before the store
   * tells it that the lease is lost.
   */
  isSafe(): boolean;
  release(): Promise<void>;
};

/** Waits until this process holds the lease. */
export async function holdAlone(
  { processLeases }: Operations,
  name: string,
  log: Logger,
  give: AbortSignal,
): Promise<Held | null> {
  const holder = randomUUID();
  let renewedAt = Date.now();
  let isWaiting = false;
  const acquire = async () => {
    renewedAt = Date.now();
    const epoch = await processLeases.acquire(name, holder, ttlMs);
    if (epoch === null && !isWaiting) log.info({ lease: name }, 'another process holds the lease; waiting');
    isWaiting = true;
    return epoch;
  };
  const epoch = await pollUntil(acquire, (held) => held !== null, { everyMs: renewMs / 4, signal: give });
  if (epoch === null) return null;
  const lost = new AbortController();
  const timer = setInterval(() => {
    const askedAt = Date.now();
    processLeases.renew(name, holder, epoch, ttlMs).then(
      (stillHeld) => {
        if (stillHeld) renewedAt = askedAt;
        else lost.abort();
      },
      () => {
        // The store is away: no other process can take the lease either, until it is back and the lease has expired.
        if (Date.now() - renewedAt > ttlMs) log.warn({ lease: name }, 'the lease could not be renewed');
      },
    );
  }, renewMs);
  return {
    lost: lost.signal,
    isSafe: () => !lost.signal.aborted && Date.now() - renewedAt < ttlMs,
    release: async () => {
      clearInterval(timer);
      await processLeases.release(name, holder, epoch);
    },
  };
}
