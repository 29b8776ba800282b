import { readRequest, WrongUse } from './commandLine.ts';
import { startMongo } from './index.ts';
import { runMaintenance } from './maintenance/runMaintenance.ts';
import type { ServerOptions } from './server.ts';

async function main(): Promise<void> {
  const request = readRequest(process.argv.slice(2), process.env);
  switch (request.kind) {
    case 'help':
      process.stdout.write(`${request.text}\n`);
      return;
    case 'serve':
      return serve(request.options);
    default:
      process.exitCode = await runMaintenance(request);
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

/** 1 for failures, 2 for wrong usage. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof WrongUse ? 2 : 1);
}

main().catch(fail);
