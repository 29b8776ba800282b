import { parseArgs } from 'node:util';
import { startMongo } from './index.ts';
import { runMaintenance } from './maintenance/runMaintenance.ts';
import type { ServerOptions } from './server.ts';

const USAGE = `Usage:
  --dir <data folder> --port <0-65535> [--host <address>]   serves until SIGTERM or SIGINT
  --dir <data folder> --backup <empty folder>                copies it, beside a running server or without one
  --dir <data folder> --verify                               checks it, beside a running server or without one
  --dir <data folder> --compact                              gives unused space back, while no server runs`;

const OPTIONS = {
  dir: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  backup: { type: 'string' },
  verify: { type: 'boolean' },
  compact: { type: 'boolean' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const { dir: dataDir, backup, verify, compact } = values;
  if (dataDir === undefined) throw new Error(USAGE);
  if (backup !== undefined) process.exitCode = await runMaintenance({ kind: 'backup', dataDir, to: backup });
  else if (verify === true) process.exitCode = await runMaintenance({ kind: 'verify', dataDir });
  else if (compact === true) process.exitCode = await runMaintenance({ kind: 'compact', dataDir });
  else await serve({ dataDir, port: portOf(values.port), host: values.host });
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
  process.stdout.write(`document store listening on ${running.url}\n`);
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
