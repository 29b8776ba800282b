import { openStores, type Stores } from '@assay/application';
import type { Tracing } from '@assay/telemetry';
import type { Logger } from 'pino';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must say where the store is.`);
  return value;
}

/**
 * Opens the stores in `EVENTSTORE_URL`, `MONGODB_URL` and `ASSAY_DATA_DIR`, and waits for those that are not up yet.
 * @param stop ends the wait
 * @throws when a variable is missing, or the master key does not fit the data
 */
export function storesOfEnvironment(
  log: Logger,
  stop: AbortSignal,
  tracing: Pick<Tracing, 'traceparent'> | null = null,
): Promise<Stores> {
  const eventStoreUrl = required('EVENTSTORE_URL');
  const mongoUrl = required('MONGODB_URL');
  const places = { eventStoreUrl, mongoUrl, dataDir: process.env.ASSAY_DATA_DIR || '.assay' };
  return openStores({ ...places, ...(tracing ? { traceparent: tracing.traceparent } : {}) }, log, stop);
}
