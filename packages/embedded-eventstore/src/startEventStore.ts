import { Server, ServerCredentials } from '@grpc/grpc-js';
import { type MetricsPage, serveMetrics } from './metrics/serveMetrics.ts';
import { OpenCalls } from './protocol/openCalls.ts';
import { requireUser, type UserCredentials } from './protocol/requireUser.ts';
import { registerServices } from './protocol/serviceRegistry.ts';
import { widenReceiveWindow } from './protocol/widenReceiveWindow.ts';
import { EventStoreStartError } from './startError.ts';
import { type EventLog, openEventLog } from './storage/openEventLog.ts';
import { scheduleScavenges } from './storage/scheduleScavenges.ts';

/** As EventStoreDB: more than any append may hold, so that too large a one gets its own error. */
const maxMessageBytes = 17 * 1024 * 1024;
/** How long a stopping server waits for calls under way before it cuts their connections, in ms. */
const stopTimeoutMs = 2_000;

/** As EventStoreDB: one append holds this many bytes at most. */
const defaultMaxAppendBytes = 1024 * 1024;

const defaultScavengeHours = 24;
const msPerHour = 3_600_000;

export type EventStoreOptions = {
  /** The address to listen on; 127.0.0.1 unless told otherwise. */
  host?: string;
  /** 0 takes any that is free. */
  port: number;
  /** Made if it does not exist. */
  dataDir: string;
  /** How long after the end of a scavenge the next one starts; 24 unless told otherwise, 0 for never. */
  scavengeEveryHours?: number;
  /** One append may hold so many bytes; 1 MiB unless told otherwise, up to 16 MiB. */
  maximumAppendSize?: number;
  /** Certificate and key in PEM: with them it speaks TLS only. */
  tls?: { cert: Buffer; key: Buffer };
  /** With them every call has to carry them. They need TLS: clients do not send a password without. */
  credentials?: UserCredentials;
  /** Serves metrics for Prometheus on loopback, when given; 0 takes any that is free. */
  metricsPort?: number;
  /** Takes one line about something an operator should know. */
  log?: (line: string) => void;
  /** Told when the store can no longer write and must be started anew; the process should end. */
  onBroken?: (error: unknown) => void;
};

export type EventStore = {
  port: number;
  /** Where its metrics are served, if they are. */
  metricsUrl: string | undefined;
  /** For `EventStoreDBClient.connectionString`. */
  url: string;
  /** Ends all calls, commits what was submitted, and lets go of port and folder. */
  stop(): Promise<void>;
};

/**
 * Starts a single-node event store that speaks EventStoreDB's gRPC protocol.
 * @throws EventStoreStartError PORT_TAKEN, PASSWORD_NEEDS_TLS, DATA_FOLDER_LOCKED, FORMAT_TOO_NEW, FORMAT_TOO_OLD, DATA_DAMAGED
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { host = '127.0.0.1', dataDir, credentials, log = () => undefined, onBroken = () => undefined } = options;
  if (credentials && !options.tls) {
    throw new EventStoreStartError('PASSWORD_NEEDS_TLS', 'A password needs TLS: clients do not send it without.');
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
