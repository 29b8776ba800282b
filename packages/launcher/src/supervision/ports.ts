import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** For how long one that is being ended may still have a port, in ms, and how often it is tried meanwhile. */
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

/** @returns a port that is free now. A child keeps it over its restarts, so that its clients find it again. */
export function freePort(host: string): Promise<number> {
  return listen(host, 0);
}

/**
 * @returns whether something else listens there, or the port may not be used. Whoever has just been killed (this service,
 * by what starts it again at once) is given a moment to let go of it.
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
