import { documentOf, int32 } from '../bson/values.ts';
import type { Command } from './command.ts';
import { SERVER_VERSION } from './hello.ts';

export const serverStatus: Command = {
  name: 'serverStatus',
  fields: [],
  run: ({ server }) =>
    documentOf({
      version: SERVER_VERSION,
      process: 'embedded-mongo',
      pid: BigInt(process.pid),
      uptime: Math.floor((Date.now() - server.startedAt) / 1000),
      mem: documentOf({ resident: int32(Math.round(process.memoryUsage.rss() / 1048576)) }),
      connections: documentOf({ current: int32(server.connectionCount) }),
      metrics: documentOf({ cursor: documentOf({ open: documentOf({ total: BigInt(server.cursors.size) }) }) }),
    }),
};
