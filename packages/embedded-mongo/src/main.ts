import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { credentialsOf } from './authentication/credentialsOf.ts';
import { startMongo } from './index.ts';
import { runMaintenance } from './maintenance/runMaintenance.ts';
import type { ServerOptions } from './server.ts';

const USAGE = `Usage:
  --dir <data folder> --port <0-65535> [--host <address>] [--tls-cert <PEM file> --tls-key <PEM file>]
        [--metrics-port <0-65535>]                           serves until SIGTERM or SIGINT
  --dir <data folder> --backup <empty folder>                copies it, beside a running server or without one
  --dir <data folder> --verify                               checks it, beside a running server or without one
  --dir <data folder> --compact                              gives unused space back, while no server runs
Clients have to know a password when DOCUMENT_STORE_USER and either DOCUMENT_STORE_PASSWORD or
DOCUMENT_STORE_PASSWORD_FILE are set in the environment.`;

const OPTIONS = {
  dir: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  backup: { type: 'string' },
  verify: { type: 'boolean' },
  compact: { type: 'boolean' },
  'metrics-port': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const { dir: dataDir, backup, verify, compact } = values;
  if (dataDir === undefined) throw new Error(USAGE);
  if (backup !== undefined) process.exitCode = await runMaintenance({ kind: 'backup', dataDir, to: backup });
  else if (verify === true) process.exitCode = await runMaintenance({ kind: 'verify', dataDir });
  else if (compact === true) process.exitCode = await runMaintenance({ kind: 'compact', dataDir });
  else {
    const tls = readTls(values['tls-cert'], values['tls-key']);
    const credentials = credentialsOf(process.env);
    const metrics = values['metrics-port'];
    const metricsPort = metrics === undefined ? undefined : portOf(metrics);
    await serve({ dataDir, port: portOf(values.port), host: values.host, tls, credentials, metricsPort });
  }
}

async function serve(options: ServerOptions): Promise<void> {
  const log = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const running = await startMongo({ ...options, log });
  const stop = (): void => {
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (running.metricsUrl !== undefined) process.stdout.write(`metrics at ${running.metricsUrl}\n`);
  process.stdout.write(`document store listening on ${running.url}\n`);
}

function readTls(cert: string | undefined, key: string | undefined): ServerOptions['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new Error(USAGE);
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

function portOf(text: string | undefined): number {
  const port = Number(text);
  if (text === undefined || !Number.isInteger(port) || port < 0 || port > 65535) throw new Error(USAGE);
  return port;
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
