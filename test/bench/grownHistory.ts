import type { AccountId, EnvironmentId, HealthView, ProjectId, UserView } from '@assay/contract';
import { openEventLog } from '@assay/event-log';
import { MongoClient } from 'mongodb';
import { openCheckpoints } from '../../packages/operations/src/processes/checkpoints.ts';
import { type Owner, writeRunHistory } from './runHistory.ts';
import type { Workbench } from './workbench.ts';

const lookMs = 250;

/** How many runs each installation holds. */
const grown = new WeakMap<Workbench, number>();

/** Resolves when the read models show everything in the event log. */
async function untilProjected(bench: Workbench): Promise<void> {
  const { get } = await bench.caller();
  for (;;) {
    const { parts } = await get<HealthView>('/health');
    if (parts.projector.lagMilliseconds === 0) return;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

/** Writes the runs as if the automation had processed them: its checkpoint is behind them. */
async function write(
  owner: Owner,
  numbers: { from: number; to: number },
  { eventStoreUrl: url, mongoUrl }: { eventStoreUrl: string; mongoUrl: string },
): Promise<void> {
  // Nothing personal or secret is written here.
  const noKey = async () => {
    throw new Error('a run has nothing to encrypt');
  };
  const eventLog = await openEventLog({ url, keys: { find: noKey, findOrCreate: noKey } });
  const mongo = new MongoClient(mongoUrl);
  await writeRunHistory(eventLog, owner, numbers);
  const head = await eventLog.head();
  if (!head) throw new Error('the event log is empty');
  await openCheckpoints(mongo.db('assay_ops')).write('automation', head.position);
  await Promise.all([eventLog.close(), mongo.close()]);
}

/**
 * Ensures that the installation holds this many runs, and that its read models show them.
 * @param environmentIds where the added runs take turns; the bench's one environment unless said
 */
export async function growHistory(bench: Workbench, runs: number, environmentIds?: EnvironmentId[]): Promise<void> {
  const before = grown.get(bench) ?? 0;
  if (before >= runs) return;
  const [{ projectId, environmentId }, { accountId, get }] = [await bench.project(), await bench.caller()];
  const { id: userId } = await get<UserView>('/users/me');
  const owner: Owner = {
    accountId: accountId as AccountId,
    projectId: projectId as ProjectId,
    environmentIds: environmentIds ?? [environmentId as EnvironmentId],
    userId,
  };
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  await bench.offline((stores) => write(owner, { from: before + 1, to: runs }, stores));
  bench.say(`  ${runs - before} runs written (${seconds()} s)`);
  await untilProjected(bench);
  bench.say(`  and shown (${seconds()} s)`);
  grown.set(bench, runs);
}
