import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { type Command, readCommand, WrongUse } from './commandLine.ts';
import { credentialsOf } from './credentialsOf.ts';
import { backupEventStore } from './maintenance/backupEventStore.ts';
import { compactEventStore } from './maintenance/compactEventStore.ts';
import { verifyCommand } from './maintenance/verifyCommand.ts';
import { startEventStore } from './startEventStore.ts';

/** The event store as a process of its own: it runs until it is signalled to stop or can no longer write. */
async function serve(command: Extract<Command, { kind: 'serve' }>): Promise<void> {
  // The gRPC library would report a taken port in its own words, beside the sentence this program exits with.
  setLogVerbosity(logVerbosity.NONE);
  const store = await startEventStore({
    ...command,
    credentials: credentialsOf(process.env),
    log: (line) => process.stderr.write(`${line}\n`),
    onBroken: () => process.exit(1),
  });
  if (store.metricsUrl) process.stdout.write(`metrics at ${store.metricsUrl}\n`);
  process.stdout.write(`event store listening on ${store.url}\n`);

  const end = () => {
    store.stop().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

async function backup({ dataDir, to }: Extract<Command, { kind: 'backup' }>): Promise<void> {
  const { events, lastPosition, bytes } = await backupEventStore({ dataDir, to });
  process.stdout.write(`${events} events up to position ${lastPosition}, ${bytes} bytes, in ${to}\n`);
}

async function compact({ dataDir }: Extract<Command, { kind: 'compact' }>): Promise<void> {
  const { before, after } = await compactEventStore({ dataDir });
  process.stdout.write(`${before} bytes before, ${after} after\n`);
}

async function main(command: Command): Promise<void> {
  switch (command.kind) {
    case 'serve':
      return serve(command);
    case 'backup':
      return backup(command);
    case 'help':
      process.stdout.write(`${command.text}\n`);
      return;
    case 'compact':
      return compact(command);
    case 'verify':
      process.exitCode = await verifyCommand(command.dataDir);
  }
}

/** 1 for failures, 2 for wrong usage. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(error instanceof WrongUse ? 2 : 1);
}

try {
  main(readCommand(process.argv.slice(2))).catch(fail);
} catch (error) {
  fail(error);
}
