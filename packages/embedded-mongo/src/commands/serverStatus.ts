import { type Document, documentOf, int32 } from '../bson/values.ts';
import { storageFigures } from '../metrics/storageFigures.ts';
import type { Command } from './command.ts';
import { serverVersion } from './hello.ts';

const bytesPerMegabyte = 1024 * 1024;

/** `{ serverStatus }` → activity and size of the server, in the fields where MongoDB reports them. */
export const serverStatus: Command = {
  name: 'serverStatus',
  fields: ['repl', 'metrics', 'locks', 'tcmalloc'],
  run({ server }) {
    const { activity, store } = server;
    const { fileBytes, freeBytes, readers } = storageFigures(store.environment);
    const memory = process.memoryUsage();
    return documentOf({
      version: serverVersion,
      process: 'embedded-mongo',
      pid: BigInt(process.pid),
      uptime: Math.floor((Date.now() - server.startedAt) / 1000),
      connections: documentOf({
        current: int32(server.connectionCount),
        totalCreated: BigInt(activity.connectionsMade),
      }),
      network: documentOf({
        bytesIn: BigInt(activity.bytesIn),
        bytesOut: BigInt(activity.bytesOut),
        numRequests: BigInt(activity.of(...activity.commands.keys())),
      }),
      opcounters: documentOf({
        insert: BigInt(activity.documentsInserted),
        query: BigInt(activity.of('find')),
        update: BigInt(activity.of('update')),
        delete: BigInt(activity.of('delete')),
        getmore: BigInt(activity.of('getMore')),
        command: BigInt(activity.of(...activity.commands.keys())),
      }),
      mem: documentOf({ bits: int32(64), resident: int32(Math.round(memory.rss / bytesPerMegabyte)) }),
      heap: documentOf({ used: BigInt(memory.heapUsed), total: BigInt(memory.heapTotal) }),
      lmdb: documentOf({ fileBytes: BigInt(fileBytes), freeBytes: BigInt(freeBytes), readers: int32(readers) }),
      metrics: documentOf({
        commands: commandFigures(activity.commands),
        cursor: documentOf({ open: documentOf({ total: BigInt(server.cursors.size) }) }),
        document: documentOf({
          inserted: BigInt(activity.documentsInserted),
          updated: BigInt(activity.documentsUpdated),
          deleted: BigInt(activity.documentsDeleted),
        }),
      }),
    });
  },
};

function commandFigures(commands: ReadonlyMap<string, number>): Document {
  return new Map([...commands].map(([name, total]) => [name, documentOf({ total: BigInt(total) })]));
}
