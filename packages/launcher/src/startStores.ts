import { join } from 'node:path';
import type { Settings } from './settings.ts';
import type { ChildSpec } from './supervision/child.ts';
import { freePort } from './supervision/ports.ts';

export type RunningStores = { eventStoreUrl: string; mongoUrl: string };

const loopback = '127.0.0.1';
/** A store that is damaged, of a newer version, or on a full disk fails at every start. */
const attempts = 4;

/**
 * Starts the embedded stores that no URL replaces, in parallel.
 * @param start runs a child and resolves when it is ready
 */
export async function startStores(
  { dataDir, ...urls }: Pick<Settings, 'dataDir' | 'eventStoreUrl' | 'mongoUrl'>,
  start: (spec: ChildSpec) => Promise<void>,
): Promise<RunningStores> {
  const embedded = async (name: string, bundle: string, scheme: (port: number) => string): Promise<string> => {
    const port = await freePort(loopback);
    const args = ['--port', String(port), '--dir', join(dataDir, bundle), '--host', loopback];
    await start({ name, bundle, args, env: {}, ready: /listening on/, attempts });
    return scheme(port);
  };
  const [eventStoreUrl, mongoUrl] = await Promise.all([
    urls.eventStoreUrl ?? embedded('event store', 'eventstore', (port) => `esdb://${loopback}:${port}?tls=false`),
    urls.mongoUrl ??
      embedded('document store', 'mongo', (port) => `mongodb://${loopback}:${port}/?directConnection=true`),
  ]);
  return { eventStoreUrl, mongoUrl };
}
