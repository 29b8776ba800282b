import { openStores, type Stores } from '@assay/application';
import { pino } from 'pino';
import { CommandError } from './operation/command.ts';
import { readRunning } from './runningFile.ts';

/**
 * Opens the stores of the installation that runs on `ASSAY_DATA_DIR` (.assay), or those in `EVENTSTORE_URL` and
 * `MONGODB_URL`.
 * @throws CommandError if there is neither
 */
export async function openRunningStores(): Promise<Stores> {
  const dataDir = process.env.ASSAY_DATA_DIR || '.assay';
  const running = await readRunning(dataDir);
  const eventStoreUrl = process.env.EVENTSTORE_URL || running?.eventStoreUrl;
  const mongoUrl = process.env.MONGODB_URL || running?.mongoUrl;
  if (!eventStoreUrl || !mongoUrl) {
    throw new CommandError(`Nothing runs on ${dataDir}. Start Assay, or set EVENTSTORE_URL and MONGODB_URL.`);
  }
  const log = pino({ level: 'warn' }, pino.destination(2));
  return openStores({ eventStoreUrl, mongoUrl, dataDir }, log, new AbortController().signal);
}
