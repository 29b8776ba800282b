import { parseArgs } from 'node:util';
import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { startEventStore } from './startEventStore.ts';

const USAGE = 'Usage: eventstore --port <number> --dir <folder> [--host <address>]';

/** @throws Error saying how the program is called */
function readOptions(): { host: string | undefined; port: number; dataDir: string } {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, dir: { type: 'string' }, host: { type: 'string' } },
    });
    const port = Number(values.port);
    const isPort = values.port !== undefined && Number.isInteger(port) && port >= 0 && port <= 65_535;
    if (isPort && values.dir) return { host: values.host, port, dataDir: values.dir };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
  throw new Error(USAGE);
}

/** The event store as a process of its own: it runs until it is told to end, or cannot write any more. */
async function main(): Promise<void> {
  // The gRPC library reports a taken port in words of its own, beside the sentence this program ends with.
  setLogVerbosity(logVerbosity.NONE);
  const { host, port, dataDir } = readOptions();
  const store = await startEventStore({
    host,
    port,
    dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
    onBroken: () => process.exit(1),
  });
  process.stdout.write(`event store listening on ${store.url}\n`);

  const end = () => {
    store.stop().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

main().catch(fail);
