import type { Position } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import type { AutomationDeps, AutomationStores } from './automationDeps.ts';
import { byItself } from './policy.ts';

/** Runs up to this position precede the restore. Stored while some of them may still have to be ended. */
const interruptedName = 'automation.interrupted';
const allEnded = 'all ended';

/**
 * Runs first on a restored or copied log. Reactions start from its end, not with older events. Reactions recorded after
 * the backup are missing from the log, and a run in progress would wait for them forever: {@link endInterruptedRuns}
 * ends such runs.
 * @returns the starting position
 */
export async function enterHistory({ eventLog, operations }: AutomationStores): Promise<Position | 'start'> {
  // A process that crashed here wrote this, but perhaps not every checkpoint.
  const begun = (await operations.checkpoints.read(interruptedName)) as Position | null;
  if (begun?.startsWith(`${eventLog.epoch}-`)) return begun;
  // Pending messages may have been sent before the restore.
  await operations.outbox.giveUpAll('the installation was restored or copied while this waited');
  const head = await eventLog.head();
  if (head === null) return 'start';
  await operations.checkpoints.write(interruptedName, head.position);
  return head.position;
}

/** The actor that records a run's interruption by a restore or copy. */
export const interrupts = 'endInterruptedRuns';

/**
 * Cancels runs interrupted by a restore or copy, if there was one. Interrupted uploads end like those of a crashed
 * process.
 * @returns whether all of them have ended; false when it was stopped first and must be called again
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
