import type { ServerHttp2Session } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { http2ServersOf } from './http2ServersOf.ts';

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
  for (const http2Server of http2ServersOf(server)) {
    http2Server.on('session', (session: ServerHttp2Session) => {
      session.settings({ initialWindowSize: receiveWindowBytes });
      session.setLocalWindowSize(receiveWindowBytes);
    });
  }
}
