import { openStores, type Stores } from '@assay/api';
import type { Logger } from 'pino';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must say where the store is.`);
  return value;
}

/**
 * Opens the stores that `EVENTSTORE_URL`, `MONGODB_URL` and `ASSAY_DATA_DIR` name, waiting for one that is not there yet.
 * @param stop ends the waiting
 * @throws when a variable is missing, or the master key is not the one that the data was written with
 */
export function storesOfEnvironment(log: Logger, stop: AbortSignal): Promise<Stores> {
  const eventStoreUrl = required('EVENTSTORE_URL');
  const mongoUrl = required('MONGODB_URL');
  return openStores({ eventStoreUrl, mongoUrl, dataDir: process.env.ASSAY_DATA_DIR || '.assay' }, log, stop);
}
