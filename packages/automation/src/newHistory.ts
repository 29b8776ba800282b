import type { Position } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import type { AutomationDeps, AutomationStores } from './automationDeps.ts';
import { byItself } from './policy.ts';

/** Runs up to this position are older than the restore. Kept for as long as some of them may have to be ended. */
const interruptedName = 'automation.interrupted';
const allEnded = 'all ended';

/**
 * The first thing the automation does on a log that was restored or copied. It reacts to nothing older: it goes on from
 * where that log ends. A reaction may be missing from that log, lost with what came after the backup, and a run under way
 * would wait for it forever: {@link endInterruptedRuns} ends such runs.
 * @returns where to go on
 */
export async function enterHistory({ eventLog, operations }: AutomationStores): Promise<Position | 'start'> {
  // A process that died here wrote this, and then not every checkpoint.
  const begun = (await operations.checkpoints.read(interruptedName)) as Position | null;
  if (begun?.startsWith(`${eventLog.epoch}-`)) return begun;
  // What waits to be sent may have been sent before the restore.
  await operations.outbox.giveUpAll('the installation was restored or copied while this waited');
  const head = await eventLog.head();
  if (head === null) return 'start';
  await operations.checkpoints.write(interruptedName, head.position);
  return head.position;
}

/** Who signs that a restore or a copy has interrupted a run. */
export const interrupts = 'endInterruptedRuns';

/**
 * Cancels the runs that a restore or a copy has interrupted, if there was one. Uploads that were interrupted end as those
 * of a process that died.
 * @returns whether all of them have ended; false when it was stopped first and has to be called again
 */
export async function endInterruptedRuns({ eventLog, operations, openRuns, log }: AutomationDeps): Promise<boolean> {
  const until = (await operations.checkpoints.read(interruptedName)) as Position | null;
  if (until === null || until === allEnded) return true;
  if (!(await openRuns.caughtUp)) return false;
  for (const { testRunId, accountId, position } of openRuns.all()) {
    if (position > until) continue;
    log.warn({ testRunId }, 'the run was under way when the backup was made; it is canceled');
    const command = { type: 'setStatus', status: 'CANCELED' } as const;
    await eventLog.handle(testRunDecider, testRunId, command, byItself(accountId, interrupts));
  }
  await operations.checkpoints.write(interruptedName, allEnded);
  return true;
}
