import { join } from 'node:path';
import { freePort, isFree } from '@assay/ports';
import type { Settings } from './settings.ts';
import { storeAccess } from './storeAccess.ts';
import { type ChildSpec, StartFailed } from './supervision/child.ts';

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
  if (urls.eventStoreUrl !== null && urls.mongoUrl !== null) {
    return { eventStoreUrl: urls.eventStoreUrl, mongoUrl: urls.mongoUrl };
  }
  const access = await storeAccess(dataDir);
  const { user, passwordFile, certFile, keyFile } = access;
  const embedded = async (
    { name, bundle }: Pick<ChildSpec, 'name' | 'bundle'>,
    more: { args: string[]; env: Record<string, string> },
  ): Promise<number> => {
    // A store keeps its port over its restarts, so that its clients find it again.
    const port = await freePort();
    const args = ['--port', String(port), '--dir', join(dataDir, bundle), '--host', loopback, ...more.args];
    try {
      await start({ name, bundle, args, env: more.env, ready: /listening on/, attempts });
      return port;
    } catch (error) {
      // Another program may have taken the port just before the store did.
      if (error instanceof StartFailed && !(await isFree(port))) return embedded({ name, bundle }, more);
      throw error;
    }
  };
  const login = `${user}:${access.password}`;
  const [eventStoreUrl, mongoUrl] = await Promise.all([
    urls.eventStoreUrl ??
      embedded(
        { name: 'event store', bundle: 'eventstore' },
        {
          args: ['--tls-cert', certFile, '--tls-key', keyFile],
          env: { EVENT_STORE_USER: user, EVENT_STORE_PASSWORD_FILE: passwordFile },
        },
        // By name, because a certificate's check is not meant for addresses.
      ).then((port) => `esdb://${login}@localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(certFile)}`),
    urls.mongoUrl ??
      embedded(
        { name: 'document store', bundle: 'mongo' },
        { args: [], env: { DOCUMENT_STORE_USER: user, DOCUMENT_STORE_PASSWORD_FILE: passwordFile } },
      ).then((port) => `mongodb://${login}@${loopback}:${port}/?directConnection=true`),
  ]);
  return { eventStoreUrl, mongoUrl };
}
