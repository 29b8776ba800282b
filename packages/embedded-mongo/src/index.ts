import { Server, type ServerOptions } from './server.ts';

export { backupMongo } from './maintenance/backup.ts';
export { compactMongo } from './maintenance/compact.ts';
export { type Verification, verifyMongo } from './maintenance/verify.ts';
export type { ServerOptions } from './server.ts';
export { StartError, type StartErrorCode } from './storage/startError.ts';

export type RunningMongo = {
  port: number;
  /** `mongodb://127.0.0.1:PORT`, with `/?tls=true` if needed; without user and password. */
  url: string;
  /** URL of the Prometheus metrics, if requested. */
  metricsUrl: string | undefined;
  /** Closes the connections, finishes running writes and releases folder and port. */
  stop(): Promise<void>;
};

/**
 * Starts a document store that speaks MongoDB's wire protocol. Rejects with a StartError whose code is PORT_TAKEN,
 * DATA_FOLDER_LOCKED, DATA_DAMAGED or FORMAT_TOO_NEW.
 */
export async function startMongo(options: ServerOptions): Promise<RunningMongo> {
  const { server, port } = await Server.start(options);
  const host = options.host ?? '127.0.0.1';
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    port,
    url: `mongodb://${authority}${options.tls === undefined ? '' : '/?tls=true'}`,
    metricsUrl: server.metricsPort === undefined ? undefined : `http://127.0.0.1:${server.metricsPort}/metrics`,
    stop: () => server.stop(),
  };
}
