import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A process that is ending may keep its port for this long; the port is tried at this interval. */
const releaseTimeoutMs = 3_000;
const retryIntervalMs = 100;

function listen(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/** @returns a free port. A child keeps it over its restarts, so that its clients find it again. */
export function freePort(host: string): Promise<number> {
  return listen(host, 0);
}

/**
 * @returns whether the port is in use or not permitted. A process that has just been killed (a service that is
 * restarted at once) gets some time to release it.
 */
export async function isTaken(host: string, port: number): Promise<boolean> {
  const until = performance.now() + releaseTimeoutMs;
  for (;;) {
    try {
      await listen(host, port);
      return false;
    } catch {
      if (performance.now() >= until) return true;
    }
    await wait(retryIntervalMs);
  }
}
