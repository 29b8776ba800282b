import { type AccountView, betweenMessage, includes, limits, messages, type RunnerType } from '@assay/contract';
import { InvalidFields } from '../invalidFields.ts';

/** @returns the account's maximum of runners of this type, or 10 if unknown */
export function maxPoolSize(
  account: Pick<AccountView, 'numberOfRunners' | 'windowsRunners'> | null,
  runnerType: RunnerType,
): number {
  const maximum = runnerType === 'WINDOWS' ? account?.windowsRunners : account?.numberOfRunners;
  return maximum || limits.runnersWhenUnknown;
}

/** @throws InvalidFields for a pool of a type that the plan lacks, or larger than the account's maximum of its type. */
export function requirePoolSize(
  account: Omit<AccountView, 'totalTestingMinutes'> | null,
  { runnerType, maxRunners }: { runnerType: RunnerType; maxRunners: number },
): void {
  if (runnerType === 'WINDOWS' && account && !includes(account, 'windowsPools')) {
    throw new InvalidFields({ field: 'runnerType', message: messages.planWithoutWindows });
  }
  const max = maxPoolSize(account, runnerType);
  if (maxRunners > max) throw new InvalidFields({ field: 'maxRunners', message: betweenMessage(1, max) });
}
