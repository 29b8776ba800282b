import { documentOf, int32, type Value } from '../bson/values.ts';
import type { Command } from './command.ts';
import { SERVER_VERSION } from './hello.ts';

export const ping: Command = { name: 'ping', fields: [], run: () => new Map() };

function versionCommand(name: string): Command {
  return {
    name,
    fields: [],
    run: () =>
      documentOf({
        version: SERVER_VERSION,
        versionArray: SERVER_VERSION.split('.')
          .map((part): Value => int32(Number(part)))
          .concat(int32(0)),
        gitVersion: 'embedded',
        modules: [],
        bits: int32(64),
        debug: false,
        maxBsonObjectSize: int32(16 * 1024 * 1024),
        storageEngines: ['lmdb'],
      }),
  };
}
export const buildInfo = versionCommand('buildInfo');
export const buildinfo = versionCommand('buildinfo');

/** Sessions hold nothing here, so there is nothing to end. */
export const endSessions: Command = { name: 'endSessions', fields: [], run: () => new Map() };

export const serverStatus: Command = {
  name: 'serverStatus',
  fields: [],
  run: ({ server }) =>
    documentOf({
      version: SERVER_VERSION,
      process: 'embedded-mongo',
      pid: BigInt(process.pid),
      uptime: Math.floor((Date.now() - server.startedAt) / 1000),
      connections: documentOf({ current: int32(server.connectionCount) }),
      metrics: documentOf({ cursor: documentOf({ open: documentOf({ total: BigInt(server.cursors.size) }) }) }),
    }),
};
