import { EventEmitter } from 'node:events';
import type { Server } from '@grpc/grpc-js';

/**
 * @param server already bound to its port
 * @returns the HTTP/2 servers inside of it, which the gRPC library does not show; none, should a later release keep them
 * elsewhere
 */
export function http2ServersOf(server: Server): EventEmitter[] {
  const http2Servers: unknown = Reflect.get(server, 'http2Servers');
  if (!(http2Servers instanceof Map)) return [];
  return [...http2Servers.keys()].filter((each) => each instanceof EventEmitter);
}
