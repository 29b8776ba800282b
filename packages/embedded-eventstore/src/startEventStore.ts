import { Server, ServerCredentials } from '@grpc/grpc-js';
import { type MetricsPage, serveMetrics } from './metrics/serveMetrics.ts';
import { boundOpenCalls } from './protocol/boundOpenCalls.ts';
import { OpenCalls } from './protocol/openCalls.ts';
import { requireUser, type UserCredentials } from './protocol/requireUser.ts';
import { registerServices } from './protocol/serviceRegistry.ts';
import { widenReceiveWindow } from './protocol/widenReceiveWindow.ts';
import { EventStoreStartError } from './startError.ts';
import { type EventLog, openEventLog } from './storage/openEventLog.ts';
import { scheduleScavenges } from './storage/scheduleScavenges.ts';

/** As EventStoreDB: larger than the largest append, so that an oversized append gets an error of its own. */
const maxMessageBytes = 17 * 1024 * 1024;
/** How long a stopping server waits for running calls before it closes their connections, in ms. */
const stopTimeoutMs = 2_000;

/** As EventStoreDB: the maximum size of one append, in bytes. */
const defaultMaxAppendBytes = 1024 * 1024;

const defaultScavengeHours = 24;
const msPerHour = 3_600_000;

export type EventStoreOptions = {
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string;
  /** 0 picks any free port. */
  port: number;
  /** Created if it does not exist. */
  dataDir: string;
  /** Hours from the end of one scavenge to the start of the next; 24 by default, 0 for never. */
  scavengeEveryHours?: number;
  /** Maximum bytes of one append; 1 MiB by default, 16 MiB at most. */
  maximumAppendSize?: number;
  /** Certificate and key in PEM: with them the server speaks TLS only. */
  tls?: { cert: Buffer; key: Buffer };
  /** When set, every call must carry them. They require TLS: clients do not send a password without it. */
  credentials?: UserCredentials;
  /** When set, serves metrics for Prometheus on this loopback port; 0 picks any free one. */
  metricsPort?: number;
  /** Receives one line about something an operator should know. */
  log?: (line: string) => void;
  /** Called when the store can no longer write; the process should exit and be started again. */
  onBroken?: (error: unknown) => void;
};

export type EventStore = {
  port: number;
  /** URL of the metrics, if they are served. */
  metricsUrl: string | undefined;
  /** For `EventStoreDBClient.connectionString`. */
  url: string;
  /** Ends all calls, commits what was submitted, and releases port and folder. */
  stop(): Promise<void>;
};

/**
 * Starts a single-node event store that speaks EventStoreDB's gRPC protocol.
 * @throws EventStoreStartError PORT_TAKEN, PASSWORD_NEEDS_TLS, DATA_FOLDER_LOCKED, FORMAT_TOO_NEW, FORMAT_TOO_OLD, DATA_DAMAGED
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { host = '127.0.0.1', dataDir, credentials, log = () => undefined, onBroken = () => undefined } = options;
  if (credentials && !options.tls) {
    throw new EventStoreStartError('PASSWORD_NEEDS_TLS', 'A password requires TLS: clients do not send it otherwise.');
  }
  const eventLog = await openEventLog(dataDir, {
    log,
    onBroken: (error) => {
      log(`event store: cannot write any more: ${error instanceof Error ? error.message : error}`);
      onBroken(error);
    },
  });
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': -1,
    ...(credentials ? { interceptors: [requireUser(credentials)] } : {}),
  });
  const openCalls = new OpenCalls();
  registerServices(server, eventLog, openCalls, options.maximumAppendSize ?? defaultMaxAppendBytes);
  let port: number;
  let metricsPage: MetricsPage | undefined;
  try {
    if (options.metricsPort !== undefined)
      metricsPage = await serveMetrics(options.metricsPort, () => textOf(eventLog));
    port = await listen(server, host, options.port, serverCredentials(options));
    widenReceiveWindow(server);
    boundOpenCalls(server);
  } catch (error) {
    server.forceShutdown();
    await metricsPage?.close();
    await eventLog.close();
    throw error;
  }
  const { scavengeEveryHours = defaultScavengeHours } = options;
  const unschedule =
    scavengeEveryHours > 0 ? scheduleScavenges(eventLog.scavenger, scavengeEveryHours * msPerHour) : () => undefined;
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    unschedule();
    openCalls.stopAll();
    await shutDown(server);
    await metricsPage?.close();
    await eventLog.close();
  };
  return {
    port,
    metricsUrl: metricsPage?.url,
    url: `esdb://${authority(host, port)}?tls=${options.tls !== undefined}`,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** IPv6 addresses need brackets in front of a port. */
const authority = (host: string, port: number) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

function serverCredentials({ tls }: EventStoreOptions): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.cert }]);
}

function textOf({ metrics, scavenger, lastPosition, fileBytes }: EventLog): string {
  const scavenging = scavenger.runningId !== undefined;
  return metrics.toText({ lastPosition: lastPosition(), fileBytes: fileBytes(), scavenging });
}

function listen(server: Server, host: string, port: number, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(authority(host, port), credentials, (error, bound) => {
      if (!error) resolve(bound);
      else if (/EADDRINUSE/.test(error.message)) reject(portTaken(host, port));
      else reject(error);
    });
  });
}

function portTaken(host: string, port: number): EventStoreStartError {
  return new EventStoreStartError(
    'PORT_TAKEN',
    `Port ${port} on ${host} is taken by another program. Stop that one first, or choose another port.`,
  );
}

function shutDown(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, stopTimeoutMs);
    server.tryShutdown(() => {
      clearTimeout(impatience);
      resolve();
    });
  });
}
