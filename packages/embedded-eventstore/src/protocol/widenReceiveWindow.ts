import { EventEmitter } from 'node:events';
import type { ServerHttp2Session } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

/**
 * What a client may send ahead on one connection, in bytes: as much as the largest append. HTTP/2's default of 64 KiB
 * holds less than two batches; the next batch would arrive only after the flush of the previous one, with nothing to
 * group.
 */
const receiveWindowBytes = 1024 * 1024;

/**
 * Lets clients send further ahead. The gRPC library has no such option for servers, so its HTTP/2 servers are looked up
 * inside it; should a later release keep them elsewhere, batches get slower and nothing else changes.
 * @param server already bound to its port
 */
export function widenReceiveWindow(server: Server): void {
  const http2Servers: unknown = Reflect.get(server, 'http2Servers');
  if (!(http2Servers instanceof Map)) return;
  for (const http2Server of http2Servers.keys()) {
    if (!(http2Server instanceof EventEmitter)) continue;
    http2Server.on('session', (session: ServerHttp2Session) => {
      session.settings({ initialWindowSize: receiveWindowBytes });
      session.setLocalWindowSize(receiveWindowBytes);
    });
  }
}
