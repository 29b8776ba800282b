import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** From the first port up to the one before `beyond`. */
export type PortRange = { first: number; beyond: number };

const loopback = '127.0.0.1';
/**
 * Below the ports that systems give to outgoing connections (from 32768 on under Linux, 49152 elsewhere): one of those
 * may be in use again by the time that a server listens on it, or while a server restarts.
 */
export const portsOfServices: PortRange = { first: 20_000, beyond: 26_000 };
/** Far more than are in use on any machine. */
const tries = 100;

/**
 * @param range where it is looked for, from a random port on, so that two who look at once rarely find the same
 * @returns a port of this machine on which nothing listens now
 * @throws Error when the whole range is in use, or a hundred ports in a row
 */
export async function freePort(range = portsOfServices): Promise<number> {
  const count = range.beyond - range.first;
  const start = randomInt(count);
  for (let step = 0; step < Math.min(count, tries); step += 1) {
    const port = range.first + ((start + step) % count);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port is free from ${range.first} to ${range.beyond - 1}.`);
}

/** @returns whether this process could listen on the port now: it is neither in use nor reserved by the system */
export async function isFree(port: number, host = loopback): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
