import { join } from 'node:path';
import type { Settings } from './settings.ts';
import { type Child, superviseChild } from './supervision/child.ts';
import { freePort } from './supervision/ports.ts';

export type RunningStores = { eventStoreUrl: string; mongoUrl: string; children: Child[] };

const loopback = '127.0.0.1';

/** Starts the embedded stores that no URL replaces, side by side. */
export async function startStores(
  { dataDir, distDir, ...urls }: Settings,
  say: (line: string) => void,
  onRestart: () => void,
): Promise<RunningStores> {
  const embedded = async (name: string, bundle: string, scheme: (port: number) => string) => {
    const port = await freePort(loopback);
    const spec = {
      ...{ name, bundle, env: {}, ready: /listening on/ },
      args: ['--port', String(port), '--dir', join(dataDir, bundle), '--host', loopback],
    };
    const child = await superviseChild({ spec, distDir, say, onRestart });
    return { url: scheme(port), child };
  };
  const [events, documents] = await Promise.all([
    urls.eventStoreUrl === null
      ? embedded('event store', 'eventstore', (port) => `esdb://${loopback}:${port}?tls=false`)
      : null,
    urls.mongoUrl === null
      ? embedded('document store', 'mongo', (port) => `mongodb://${loopback}:${port}/?directConnection=true`)
      : null,
  ]);
  return {
    eventStoreUrl: events?.url ?? String(urls.eventStoreUrl),
    mongoUrl: documents?.url ?? String(urls.mongoUrl),
    children: [events, documents].flatMap((started) => started?.child ?? []),
  };
}
