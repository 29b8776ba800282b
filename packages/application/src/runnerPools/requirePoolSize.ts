import { type AccountView, betweenMessage, limits, type RunnerType } from '@assay/contract';
import { InvalidFields } from '../invalidFields.ts';

/** @returns the account's maximum of runners of this type, or 10 if unknown */
export function maxPoolSize(
  account: Pick<AccountView, 'numberOfRunners' | 'windowsRunners'> | null,
  runnerType: RunnerType,
): number {
  const maximum = runnerType === 'WINDOWS' ? account?.windowsRunners : account?.numberOfRunners;
  return maximum || limits.runnersWhenUnknown;
}

/** @throws InvalidFields for a pool that is larger than the account's maximum of its type. */
export function requirePoolSize(
  account: Parameters<typeof maxPoolSize>[0],
  { runnerType, maxRunners }: { runnerType: RunnerType; maxRunners: number },
): void {
  const max = maxPoolSize(account, runnerType);
  if (maxRunners > max) throw new InvalidFields({ field: 'maxRunners', message: betweenMessage(1, max) });
}
