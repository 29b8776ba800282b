import type { ServerState } from '../serverState.ts';
import { storageFigures } from './storageFigures.ts';

type Sample = readonly [labels: string, value: number];

/** The server's metrics in Prometheus' text format (version 0.0.4). */
export function prometheusText(server: ServerState): string {
  const { activity, store } = server;
  const { fileBytes, freeBytes, readers } = storageFigures(store.environment);
  const collections = store.catalog.all();
  const sum = (of: (collection: (typeof collections)[number]) => number): number =>
    collections.reduce((total, collection) => total + of(collection), 0);
  return [
    metric('counter', 'commands_total', 'Commands answered.', labelled('command', activity.commands)),
    metric('counter', 'command_seconds_total', 'Time spent on commands.', labelled('command', activity.seconds)),
    metric('counter', 'errors_total', 'Errors answered.', labelled('code', activity.errors)),
    metric('counter', 'inserted_documents_total', 'Documents inserted.', [['', activity.documentsInserted]]),
    metric('counter', 'updated_documents_total', 'Documents changed.', [['', activity.documentsUpdated]]),
    metric('counter', 'deleted_documents_total', 'Documents deleted.', [['', activity.documentsDeleted]]),
    metric('counter', 'received_bytes_total', 'Bytes of requests.', [['', activity.bytesIn]]),
    metric('counter', 'sent_bytes_total', 'Bytes of replies.', [['', activity.bytesOut]]),
    metric('counter', 'connections_total', 'Connections made.', [['', activity.connectionsMade]]),
    metric('gauge', 'connections', 'Connections open.', [['', server.connectionCount]]),
    metric('gauge', 'cursors', 'Cursors open.', [['', server.cursors.size]]),
    metric('gauge', 'snapshots', 'Snapshots open, of other processes too.', [['', readers]]),
    metric('gauge', 'collections', 'Collections.', [['', collections.length]]),
    metric('gauge', 'documents', 'Documents stored.', [['', sum(({ count }) => count)]]),
    metric('gauge', 'document_bytes', 'Bytes of BSON stored.', [['', sum(({ bytes }) => bytes)]]),
    metric('gauge', 'file_bytes', 'Size of the data file.', [['', fileBytes]]),
    metric('gauge', 'free_bytes', 'Free pages of the data file, which are reused.', [['', freeBytes]]),
    metric('gauge', 'resident_bytes', 'Resident memory, mapped pages of the data file included.', [
      ['', process.memoryUsage.rss()],
    ]),
    metric('gauge', 'heap_bytes', 'JavaScript heap in use.', [['', process.memoryUsage().heapUsed]]),
    metric('gauge', 'uptime_seconds', 'Time since the start.', [['', (Date.now() - server.startedAt) / 1000]]),
  ].join('');
}

function metric(type: 'counter' | 'gauge', name: string, help: string, samples: readonly Sample[]): string {
  const full = `document_store_${name}`;
  const lines = samples.map(([labels, value]) => `${full}${labels} ${value}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

function labelled(label: string, counts: ReadonlyMap<string, number>): Sample[] {
  return [...counts].map(([name, count]) => [`{${label}="${name}"}`, count]);
}
