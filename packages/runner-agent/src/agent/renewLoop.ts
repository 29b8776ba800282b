import { abortableSleep } from '@assay/concurrency';
import { type AgentId, agentProtocol } from '@assay/contract';
import type { Logger } from 'pino';
import type { ServiceClient } from '../connection/serviceClient.ts';
import type { RunLogs } from '../logs/runLogs.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { ActiveUnits } from './activeUnits.ts';
import type { DiskGuard } from './diskGuard.ts';
import { diskSizeOf, freeDiskSpace } from './diskSpace.ts';

const maxWaitMs = 10_000;
const maxNamedRuns = 256;

/** What the service orders an agent to do: leave, or leave and join again under another id. */
export type AgentOrder = { order: 'stop' } | { order: 'replace'; replacedById: AgentId };

/** Renews the leases every second, learns which units to end, and removes the folders of finished runs. */
export async function renewLoop(options: {
  client: ServiceClient;
  units: ActiveUnits;
  logs: RunLogs;
  workspaces: Workspaces;
  workDir: string;
  diskGuard: DiskGuard;
  /** Whether the agent takes no more work. */
  draining: () => boolean;
  /** Called at every renewal in which the service asks the agent to leave. */
  onOrder: (order: AgentOrder) => void;
  logger: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { signal, logger } = options;
  while (!signal.aborted) {
    try {
      await renewOnce(options);
    } catch (error) {
      // A missed renewal does no harm yet: the next one comes before the lease expires.
      if (!signal.aborted) logger.debug({ err: error }, 'the leases could not be renewed');
    }
    await abortableSleep(agentProtocol.renewSeconds * 1000, signal);
  }
}

async function renewOnce(options: Parameters<typeof renewLoop>[0]): Promise<void> {
  const { client, units, logs, workspaces, logger } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(maxWaitMs)]);
  const runs = (await workspaces.runs()).slice(0, maxNamedRuns);
  const [free, diskSize] = await Promise.all([freeDiskSpace(options.workDir), diskSizeOf(options.workDir)]);
  // Beside the renewal, which must not wait for a full disk to be measured.
  void options.diskGuard.check(free).catch((error) => logger.warn({ err: error }, 'the disk is not guarded'));
  const draining = options.draining();
  const disk = { availableDiskSpace: free.bytes, diskSize };
  const answer = await client.renew({ leases: units.leases, runs, ...disk, draining }, signal);
  for (const { leaseId, state } of answer.leases) {
    if (state === 'held') continue;
    logger.info({ lease: leaseId, state }, 'a unit is ended');
    units.end(leaseId, state);
  }
  if (answer.order === 'stop') options.onOrder({ order: 'stop' });
  if (answer.order === 'replace' && answer.replacedById) {
    options.onOrder({ order: 'replace', replacedById: answer.replacedById });
  }
  for (const testRunId of answer.finishedRuns) {
    // A unit that is ending still uses the folder; the service names the run again next time.
    if (units.worksOn(testRunId)) continue;
    logs.forget(testRunId);
    // Not waited for: tests can leave millions of files, and leases have to be renewed meanwhile.
    void workspaces.remove(testRunId).catch((error) => logger.warn({ err: error, testRunId }, 'a run is not removed'));
  }
}
