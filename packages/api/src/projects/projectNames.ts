import type { AccountId } from '@assay/contract';
import type { ReservedName } from '../reservations/reservedName.ts';

export function projectNameOf(accountId: AccountId, value: string): ReservedName {
  return { kind: 'projectName', scope: accountId, value };
}

export function projectKeyOf(accountId: AccountId, value: string): ReservedName {
  return { kind: 'projectKey', scope: accountId, value };
}
