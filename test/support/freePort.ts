import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems use for outgoing connections, which might be taken by the time it is used.
const [first, beyond] = [20_000, 32_000];

/** @returns a free port of this machine. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, beyond);
    if (await isFree(port)) return port;
  }
}

/** Whether somebody could listen on a port of this machine now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
