import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { http2ServersOf } from './http2ServersOf.ts';
import { openToAll } from './requireUser.ts';

/** Of requests of calls without a password: theirs are almost empty, and their senders could be any program of the machine. */
const mostBytes = 16 * 1024;

/**
 * Ends calls without a password that send much: the library collects a message as long as the largest append, for each of
 * any number of calls.
 * @param server already bound to its port
 */
export function boundOpenCalls(server: Server): void {
  for (const http2Server of http2ServersOf(server)) {
    http2Server.on('stream', (stream: ServerHttp2Stream, { ':path': path }: IncomingHttpHeaders) => {
      if (path === undefined || !openToAll.has(path)) return;
      let received = 0;
      stream.on('data', ({ length }: Buffer) => {
        received += length;
        if (received > mostBytes) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      });
    });
  }
}
