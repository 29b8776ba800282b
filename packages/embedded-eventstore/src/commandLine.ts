import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { EventStoreOptions } from './startEventStore.ts';

/** Messages may hold 17 MiB, which has to cover more than the events. */
const maxAppendBytes = 16 * 1024 * 1024;

const usage = `Usage: eventstore --port <number> --dir <folder> [--host <address>] [--scavenge-every <hours>]
                  [--tls-cert <PEM file> --tls-key <PEM file>] [--max-append-size <bytes>] [--metrics-port <number>]
       eventstore --dir <folder> --verify
       eventstore --dir <folder> --backup <empty folder>
       eventstore --dir <folder> --compact
Calls have to carry a password when EVENT_STORE_USER and EVENT_STORE_PASSWORD (or EVENT_STORE_PASSWORD_FILE) are set.`;

type ServeOptions = Pick<
  EventStoreOptions,
  'dataDir' | 'port' | 'host' | 'scavengeEveryHours' | 'tls' | 'maximumAppendSize' | 'metricsPort'
>;

/** What the command line asks for. */
export type Command =
  | ({ kind: 'serve' } & ServeOptions)
  | { kind: 'help'; text: string }
  | { kind: 'compact'; dataDir: string }
  | { kind: 'verify'; dataDir: string }
  | { kind: 'backup'; dataDir: string; to: string };

/** An unusable command line; the message explains the correct use. */
export class WrongUse extends Error {}

/** @throws WrongUse */
export function readCommand(args: readonly string[]): Command {
  const values = parse(args);
  const { dir: dataDir } = values;
  if (values.help) return { kind: 'help', text: usage };
  if (!dataDir) throw new WrongUse(usage);
  if (values.verify) return { kind: 'verify', dataDir };
  if (values.backup) return { kind: 'backup', dataDir, to: values.backup };
  if (values.compact) return { kind: 'compact', dataDir };
  return {
    kind: 'serve',
    dataDir,
    port: portOf(values.port),
    host: values.host,
    scavengeEveryHours: numberOf(values['scavenge-every']),
    tls: readTls(values['tls-cert'], values['tls-key']),
    maximumAppendSize: appendSizeOf(values['max-append-size']),
    metricsPort: values['metrics-port'] === undefined ? undefined : portOf(values['metrics-port']),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean' },
        port: { type: 'string' },
        dir: { type: 'string' },
        host: { type: 'string' },
        verify: { type: 'boolean' },
        backup: { type: 'string' },
        compact: { type: 'boolean' },
        'scavenge-every': { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'max-append-size': { type: 'string' },
        'metrics-port': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text !== '' && number >= 0) return number;
  throw new WrongUse(usage);
}

function appendSizeOf(text: string | undefined): number | undefined {
  const bytes = numberOf(text);
  if (bytes === undefined || (Number.isInteger(bytes) && bytes > 0 && bytes <= maxAppendBytes)) return bytes;
  throw new WrongUse(usage);
}

function readTls(cert: string | undefined, key: string | undefined): ServeOptions['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new WrongUse(usage);
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

function portOf(text: string | undefined): number {
  const port = Number(text);
  if (text !== undefined && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new WrongUse(usage);
}
