import { hostname, platform } from 'node:os';
import { type AgentCapabilities, type AgentId, agentVersion, type RegisterAgentRequest } from '@assay/contract';
import { type Logger, pino } from 'pino';
import { makeAgentKey } from '../connection/agentKey.ts';
import { ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import { deliverLeftoverSpools } from '../events/deliverLeftoverSpools.ts';
import type { IsolationSettings } from '../isolation/isolationSettings.ts';
import { type OpenedHosts, openHosts } from '../isolation/openHosts.ts';
import { RunLogs } from '../logs/runLogs.ts';
import { ServerLocks } from '../process/fairLocks.ts';
import { endWithinMs } from '../units/givenUp.ts';
import { Workspaces } from '../workspace/workspaces.ts';
import { ActiveUnits } from './activeUnits.ts';
import { type AgentFolder, openAgentFolder } from './agentFolder.ts';
import { ClaimLoop } from './claimLoop.ts';
import { DiskGuard } from './diskGuard.ts';
import { type AgentOrder, renewLoop } from './renewLoop.ts';
import { defaultMinFreeDisk, waitForDiskSpace } from './waitForDiskSpace.ts';

export type AgentOptions = {
  /** Base URL of the service, without '/api'. */
  url: string;
  token: string;
  /** How many units it works on at once. */
  capacity: number;
  /** Its own folder; each agent needs one. */
  workDir: string;
  /** Takes no work while its disk has fewer free bytes. */
  minFreeDisk?: number;
  /** The runner pool of its slots; without one it serves runs without a pool. */
  pool?: string;
  /** Shown to users; the machine's name by default. */
  name?: string;
  /** What separates set-up and tests from the agent; nothing by default. */
  isolation?: IsolationSettings;
  /** Hosts from which submodules are fetched besides that of their repository, `*` for any; none by default. */
  submoduleHosts?: readonly string[];
  log?: Logger;
  /** After how long without work `idle` resolves, in seconds; never by default. */
  idleSeconds?: number;
  /** Joins under this id from now on, as the successor of the agent in this folder. */
  agentId?: AgentId;
  /** Stops waiting for a service that does not answer yet. */
  signal?: AbortSignal;
};

export type RunningAgent = {
  name: string;
  /** Resolves once the service wants the agent to leave; the caller decides what follows. */
  ordered: Promise<AgentOrder>;
  /** Resolves once the agent has had no work for `idleSeconds`. It asks for none any more then, and none is on its way. */
  idle: Promise<void>;
  /** Takes no more work. Resolves when all its units are done, or the signal fires. */
  drain(signal: AbortSignal): Promise<void>;
  /** Hands back unfinished work, ends all process trees and signs off. */
  stop(): Promise<void>;
};

const lastWordsMs = 5000;

/**
 * Starts an agent and resolves once the service has accepted it; waits for a service that does not answer.
 * @throws TokenRefusedError when the service does not know the token, FolderInUseError for a work folder in use,
 * NoIsolationError when tests must be isolated but cannot.
 */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const logger = options.log ?? pino({ name: 'agent' });
  const name = (options.name ?? hostname()).slice(0, 100);
  const folder = await openAgentFolder(options.workDir);
  let tellOrder: (order: AgentOrder) => void = () => undefined;
  const ordered = new Promise<AgentOrder>((resolve) => {
    tellOrder = resolve;
  });
  const stopping = new AbortController();
  const claiming = new AbortController();
  const connection = new AbortController();
  const joining = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  let opened: OpenedHosts;
  let joined: Awaited<ReturnType<typeof join>>;
  try {
    opened = await openHosts(folder.path, options.isolation, logger);
    joined = await join(options, folder, name, opened.capabilities, logger, joining);
  } catch (error) {
    await folder.release();
    throw error;
  }
  const { client, request } = joined;
  const { minFreeDisk = defaultMinFreeDisk } = options;

  const logs = new RunLogs(client, logger);
  const { hosts } = opened;
  const workspaces = new Workspaces(folder.path, client, hosts, options.submoduleHosts);
  const removeSecrets = () =>
    workspaces.removeSecrets().catch((error) => logger.warn({ err: error }, 'files of variables could not be removed'));
  // An agent that was killed has left them.
  await removeSecrets();
  await workspaces
    .removeTemporary()
    .catch((error) => logger.warn({ err: error }, 'temporary folders could not be removed'));
  const serverLocks = new ServerLocks(endWithinMs);
  const units = new ActiveUnits({ client, logger, logs, workspaces, serverLocks, spoolFolder: folder.spools });
  let tellIdle: () => void = () => undefined;
  const idle = new Promise<void>((resolve) => {
    tellIdle = resolve;
  });
  const claims = new ClaimLoop({
    client,
    units,
    logger,
    capacity: options.capacity,
    room: async () => {
      await waitForDiskSpace(folder.path, minFreeDisk, logger, stopping.signal);
      await hosts.ready(stopping.signal);
    },
    onUnknownAgent: () => client.register(request, stopping.signal),
    signal: AbortSignal.any([claiming.signal, stopping.signal]),
    idle: options.idleSeconds ? { milliseconds: options.idleSeconds * 1000, onIdle: tellIdle } : null,
  });
  const delivering = deliverLeftoverSpools(folder.spools, client, logger, connection.signal).catch((error) =>
    logger.warn({ err: error }, 'left results could not be looked through'),
  );
  const renewing = renewLoop({
    client,
    units,
    logs,
    workspaces,
    workDir: folder.path,
    diskGuard: new DiskGuard({
      units,
      workspaces,
      stores: workspaces.stores,
      folder: folder.path,
      spools: folder.spools,
      minFreeDisk,
      logger,
    }),
    draining: () => claiming.signal.aborted,
    onOrder: (order) => tellOrder(order),
    logger,
    signal: connection.signal,
  });
  claims.ask();

  let stopped: Promise<void> | null = null;
  const stop = async () => {
    // 1. No more claims. 2. Units are handed back while leases are still renewed. 3. Renewals stop last.
    stopping.abort();
    await units.endAll('stopping');
    await removeSecrets();
    await hosts.close();
    await logs.flush(lastWordsMs);
    logs.close();
    connection.abort();
    await Promise.all([renewing, delivering]);
    // Renewals name what is to be removed, by processes that would outlive the agent.
    await workspaces.removalsEnded(AbortSignal.timeout(lastWordsMs));
    await client.exit(AbortSignal.timeout(lastWordsMs)).catch((error) => logger.debug({ err: error }, 'no good-bye'));
    await folder.release();
  };
  return {
    name,
    ordered,
    idle,
    drain: async (signal) => {
      claiming.abort();
      await units.allDone(signal);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function join(
  options: AgentOptions,
  folder: AgentFolder,
  name: string,
  capabilities: AgentCapabilities,
  logger: Logger,
  signal: AbortSignal,
) {
  const key = await makeAgentKey();
  const joinAs = async (agentId: AgentId) => {
    const client = new ServiceClient({ url: options.url, token: options.token, agentId, key, logger });
    const os = osOf(platform());
    const { capacity, pool = null } = options;
    const request: RegisterAgentRequest = { agentId, name, os, capacity, pool, version: agentVersion, capabilities };
    await client.register(request, signal);
    return { client, request };
  };
  try {
    return await joinAs(options.agentId ? await folder.changeId(options.agentId) : folder.agentId);
  } catch (error) {
    if (!(error instanceof RefusedError && error.status === 404)) throw error;
    logger.info('the id in this folder belongs to another token; the agent joins under a new one');
    return await joinAs(await folder.changeId());
  }
}

function osOf(system: NodeJS.Platform): RegisterAgentRequest['os'] {
  if (system === 'win32') return 'WINDOWS';
  return system === 'darwin' ? 'MACOS' : 'LINUX';
}
