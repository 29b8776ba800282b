import type { AccountId, RunnerPoolId } from '@assay/contract';
import type { Application } from '../application.ts';

const catchUpMs = 2_000;

/**
 * The pools that an agent belongs to by name: that of its account, or for an agent of the installation the one in each
 * account.
 * @param accountId the agent's; null: of the installation
 */
export function poolsOfAgent(
  { readModels }: Pick<Application, 'readModels'>,
  accountId: AccountId | null,
  pool: string,
): Promise<{ runnerPoolId: RunnerPoolId; maxRunners: number }[]> {
  return readModels.runnerPoolsNamed(pool, accountId);
}

/** Whether there is a pool with that name; a new one may not be projected yet. */
export async function isPoolName(app: Application, accountId: AccountId | null, pool: string): Promise<boolean> {
  if ((await poolsOfAgent(app, accountId, pool)).length > 0) return true;
  const head = await app.eventLog.head();
  if (!head || !(await app.readModels.waitFor(head.position, catchUpMs, { scope: accountId ?? 'all' }))) return false;
  return (await poolsOfAgent(app, accountId, pool)).length > 0;
}
