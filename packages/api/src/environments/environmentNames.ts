import type { AccountId } from '@assay/contract';
import type { ReservedName } from '../reservations/reservedName.ts';

export function environmentNameOf(accountId: AccountId, value: string): ReservedName {
  return { kind: 'environmentName', scope: accountId, value };
}

export function environmentKeyOf(accountId: AccountId, value: string): ReservedName {
  return { kind: 'environmentKey', scope: accountId, value };
}
