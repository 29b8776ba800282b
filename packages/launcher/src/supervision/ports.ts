import { pollUntil } from '@assay/concurrency';
import { isFree } from '@assay/ports';

/** A process that is ending may keep its port for this long; the port is tried at this interval. */
const releaseTimeoutMs = 3_000;
const retryIntervalMs = 100;

/**
 * @returns whether the port is in use or not permitted. A process that has just been killed (a service that is
 * restarted at once) gets some time to release it.
 */
export async function isTaken(host: string, port: number): Promise<boolean> {
  const limits = { everyMs: retryIntervalMs, timeoutMs: releaseTimeoutMs };
  return !(await pollUntil(() => isFree(port, host), Boolean, limits));
}
