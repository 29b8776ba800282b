import { createServer } from 'node:net';

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

/** @returns whether something else listens there, or the port may not be used. */
export async function isTaken(host: string, port: number): Promise<boolean> {
  try {
    await listen(host, port);
    return false;
  } catch {
    return true;
  }
}
