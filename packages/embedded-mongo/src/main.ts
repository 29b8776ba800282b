import { parseArgs } from 'node:util';
import { startMongo } from './index.ts';

/** `--port P --dir D [--host H]`: serves until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, dir: { type: 'string' }, host: { type: 'string' } },
  });
  const port = Number(values.port);
  if (values.dir === undefined || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error('Usage: --port <0-65535> --dir <data folder> [--host <address>]');
  }
  const log = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const running = await startMongo({ port, dataDir: values.dir, host: values.host, log });
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

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
