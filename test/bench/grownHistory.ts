import type { AccountId, EnvironmentId, HealthView, ProjectId, UserView } from '@assay/contract';
import { type EventLog, openEventLog } from '@assay/event-log';
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

/**
 * Writes straight into the event log while only the stores run, as if the automation had processed it: its checkpoint is
 * behind it. Resolves when the read models show it.
 * @param what it is that is written, as said to who watches
 */
export async function growLog(bench: Workbench, what: string, write: (eventLog: EventLog) => Promise<void>) {
  // Nothing personal or secret is written here.
  const noKey = async () => {
    throw new Error('there is nothing to encrypt');
  };
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  await bench.offline(async ({ eventStoreUrl: url, mongoUrl }) => {
    const eventLog = await openEventLog({ url, keys: { find: noKey, findOrCreate: noKey } });
    const mongo = new MongoClient(mongoUrl);
    await write(eventLog);
    const head = await eventLog.head();
    if (!head) throw new Error('the event log is empty');
    await openCheckpoints(mongo.db('assay_ops')).write('automation', head.position);
    await Promise.all([eventLog.close(), mongo.close()]);
  });
  bench.say(`  ${what} written (${seconds()} s)`);
  await untilProjected(bench);
  bench.say(`  and shown (${seconds()} s)`);
}

/**
 * Ensures that the installation holds this many runs, and that its read models show them.
 * @param where the environments in which the added runs take turns, the bench's own unless said, and the days on which
 * they were, now unless said
 */
export async function growHistory(
  bench: Workbench,
  runs: number,
  where: { environmentIds?: EnvironmentId[]; days?: number } = {},
): Promise<void> {
  const before = grown.get(bench) ?? 0;
  if (before >= runs) return;
  const [{ projectId, environmentId }, { accountId, get }] = [await bench.project(), await bench.caller()];
  const { id: userId } = await get<UserView>('/users/me');
  const owner: Owner = {
    accountId: accountId as AccountId,
    projectId: projectId as ProjectId,
    environmentIds: where.environmentIds ?? [environmentId as EnvironmentId],
    userId,
    ...(where.days ? { during: { days: where.days, runs } } : {}),
  };
  await growLog(bench, `${runs - before} runs`, (eventLog) =>
    writeRunHistory(eventLog, owner, { from: before + 1, to: runs }),
  );
  grown.set(bench, runs);
}
