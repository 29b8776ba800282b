import { type AccountView, limits, type RunnerType, runnersMessage } from '@assay/contract';
import { invalidFields } from '../http/apiErrors.ts';

/** @returns the account's maximum of runners of this type, or 10 where it is unknown */
export function largestPool(
  account: Pick<AccountView, 'numberOfRunners' | 'windowsRunners'> | null,
  runnerType: RunnerType,
): number {
  const maximum = runnerType === 'WINDOWS' ? account?.windowsRunners : account?.numberOfRunners;
  return maximum || limits.runnersWhenUnknown;
}

/** @throws ApiError 400 for a pool that is larger than the account's maximum of its type. */
export function requirePoolSize(
  account: Parameters<typeof largestPool>[0],
  { runnerType, maxRunners }: { runnerType: RunnerType; maxRunners: number },
): void {
  const most = largestPool(account, runnerType);
  if (maxRunners > most) throw invalidFields({ field: 'maxRunners', message: runnersMessage(most) });
}
