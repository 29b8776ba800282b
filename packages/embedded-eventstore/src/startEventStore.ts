import { Server, ServerCredentials } from '@grpc/grpc-js';
import { OpenCalls } from './protocol/openCalls.ts';
import { registerServices } from './protocol/serviceRegistry.ts';
import { widenReceiveWindow } from './protocol/widenReceiveWindow.ts';
import { EventStoreStartError } from './startError.ts';
import { openEventLog } from './storage/openEventLog.ts';
import { scheduleScavenges } from './storage/scheduleScavenges.ts';

/** As EventStoreDB: more than any append may hold, so that too large a one gets its own error. */
const LARGEST_MESSAGE = 17 * 1024 * 1024;
/** How long a stopping server waits for calls under way before it cuts their connections, in ms. */
const PATIENCE_WHEN_STOPPING = 2_000;

const DAILY = 24;
const MS_PER_HOUR = 3_600_000;

export interface EventStoreOptions {
  /** The address to listen on; 127.0.0.1 unless told otherwise. */
  host?: string;
  /** 0 takes any that is free. */
  port: number;
  /** Made if it does not exist. */
  dataDir: string;
  /** How long after the end of a scavenge the next one starts; 24 unless told otherwise, 0 for never. */
  scavengeEveryHours?: number;
  /** Takes one line about something an operator should know. */
  log?: (line: string) => void;
  /** Told when the store can no longer write and must be started anew; the process should end. */
  onBroken?: (error: unknown) => void;
}

export interface EventStore {
  port: number;
  /** For `EventStoreDBClient.connectionString`. */
  url: string;
  /** Ends all calls, commits what was submitted, and lets go of port and folder. */
  stop(): Promise<void>;
}

/**
 * Starts a single-node event store that speaks EventStoreDB's gRPC protocol.
 * @throws EventStoreStartError PORT_TAKEN, DATA_FOLDER_LOCKED, FORMAT_TOO_NEW, FORMAT_TOO_OLD, DATA_DAMAGED
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { host = '127.0.0.1', dataDir, log = () => undefined, onBroken = () => undefined } = options;
  const eventLog = await openEventLog(dataDir, {
    log,
    onBroken: (error) => {
      log(`event store: cannot write any more: ${error instanceof Error ? error.message : error}`);
      onBroken(error);
    },
  });
  const server = new Server({ 'grpc.max_receive_message_length': LARGEST_MESSAGE, 'grpc.max_send_message_length': -1 });
  const openCalls = new OpenCalls();
  registerServices(server, eventLog, openCalls);
  let port: number;
  try {
    port = await listen(server, host, options.port);
    widenReceiveWindow(server);
  } catch (error) {
    server.forceShutdown();
    await eventLog.close();
    throw error;
  }
  const { scavengeEveryHours = DAILY } = options;
  const unschedule =
    scavengeEveryHours > 0 ? scheduleScavenges(eventLog.scavenger, scavengeEveryHours * MS_PER_HOUR) : () => undefined;
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    unschedule();
    openCalls.stopAll();
    await shutDown(server);
    await eventLog.close();
  };
  return {
    port,
    url: `esdb://${authority(host, port)}?tls=false`,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** IPv6 addresses need brackets in front of a port. */
const authority = (host: string, port: number) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(authority(host, port), ServerCredentials.createInsecure(), (error, bound) => {
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
    }, PATIENCE_WHEN_STOPPING);
    server.tryShutdown(() => {
      clearTimeout(impatience);
      resolve();
    });
  });
}
