import type { AccountId } from '@assay/contract';
import type { ReservedName } from '../reservations/reservedName.ts';

export function runnerPoolNameOf(accountId: AccountId, value: string): ReservedName {
  return { kind: 'runnerPoolName', scope: accountId, value };
}
