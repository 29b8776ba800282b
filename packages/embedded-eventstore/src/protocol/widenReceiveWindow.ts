import { EventEmitter } from 'node:events';
import type { ServerHttp2Session } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

/**
 * What a client may send ahead on one connection, in bytes: as much as the largest append. HTTP/2's own 64 KiB would
 * hold less than two batches, and the next would come only after the flush of the one before: nothing to group.
 */
const receiveWindowBytes = 1024 * 1024;

/**
 * Lets clients send further ahead. The gRPC library offers no option for servers, so that its HTTP/2 servers are looked
 * up; should it keep them elsewhere one day, batches get slower and nothing else changes.
 * @param server bound to its port already
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
