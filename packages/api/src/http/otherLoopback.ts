import type { Server } from 'node:http';
import { createServer, type Server as Listener } from 'node:net';

/** Addresses whose callers may also come by `localhost`, with the other address that this name means. */
const others: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '0.0.0.0': '::1', '::1': '127.0.0.1' };
/** Of a machine without that version of IP: nothing else can listen there either. */
const withoutAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

/**
 * Takes connections at the other address of `localhost` as well. Free, it could be taken by another user of the machine,
 * such as a test, and browsers try it first for `localhost`.
 * @param server that listens
 * @returns null where the machine lacks the address, or the server listens there already
 * @throws Error with the code EADDRINUSE
 */
export async function listenOnOtherLoopback(server: Server): Promise<Listener | null> {
  const address = server.address();
  const other = typeof address === 'object' && address !== null ? others[address.address] : undefined;
  if (other === undefined || typeof address !== 'object' || address === null) return null;
  const { port } = address;
  // As an HTTP server has it for its own connections.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject).listen({ port, host: other, ipv6Only: other === '::1' }, resolve);
    });
    return listener;
  } catch (error) {
    if (error instanceof Error && 'code' in error && withoutAddress.includes(String(error.code))) return null;
    throw error;
  }
}
