import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { credentialsOf } from './authentication/credentialsOf.ts';
import type { Task } from './maintenance/runMaintenance.ts';
import type { ServerOptions } from './server.ts';

const usage = `Usage: mongo --port <number> --dir <folder> [--host <address>] [--tls-cert <PEM file> --tls-key <PEM file>]
             [--metrics-port <number>]     serves until SIGTERM or SIGINT
       mongo --dir <folder> --backup <empty folder>     copies it, beside a running server or without one
       mongo --dir <folder> --verify                    checks it, beside a running server or without one
       mongo --dir <folder> --compact                   gives unused space back, while no server runs
Clients have to know a password when DOCUMENT_STORE_USER and DOCUMENT_STORE_PASSWORD (or DOCUMENT_STORE_PASSWORD_FILE)
are set.`;

const options = {
  help: { type: 'boolean' },
  port: { type: 'string' },
  dir: { type: 'string' },
  host: { type: 'string' },
  backup: { type: 'string' },
  verify: { type: 'boolean' },
  compact: { type: 'boolean' },
  'metrics-port': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
} as const;

/** What the command line asks for. */
export type Request = { kind: 'serve'; options: ServerOptions } | { kind: 'help'; text: string } | Task;

/** The command line was not understood; the message contains the usage. */
export class WrongUse extends Error {}

/** Throws WrongUse, and errors of the files or environment variables it has to read. */
export function readRequest(args: readonly string[], env: NodeJS.ProcessEnv): Request {
  const values = parse(args);
  const { dir: dataDir, backup, verify, compact } = values;
  if (values.help === true) return { kind: 'help', text: usage };
  if (dataDir === undefined) throw new WrongUse(usage);
  if (backup !== undefined) return { kind: 'backup', dataDir, to: backup };
  if (verify === true) return { kind: 'verify', dataDir };
  if (compact === true) return { kind: 'compact', dataDir };
  const metrics = values['metrics-port'];
  return {
    kind: 'serve',
    options: {
      dataDir,
      port: portOf(values.port),
      host: values.host,
      tls: readTls(values['tls-cert'], values['tls-key']),
      credentials: credentialsOf(env),
      metricsPort: metrics === undefined ? undefined : portOf(metrics),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: options }).values;
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function readTls(cert: string | undefined, key: string | undefined): ServerOptions['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new WrongUse(usage);
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

function portOf(text: string | undefined): number {
  const port = Number(text);
  if (text === undefined || !Number.isInteger(port) || port < 0 || port > 65535) throw new WrongUse(usage);
  return port;
}
