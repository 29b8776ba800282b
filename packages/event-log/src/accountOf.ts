import type { AccountId } from '@assay/contract';
import type { RecordedEvent } from './envelope.ts';

/**
 * @returns the account that an event belongs to
 * @throws TypeError for an event that must belong to an account and does not.
 */
export function accountOf(event: RecordedEvent): AccountId {
  const { accountId } = event.envelope;
  if (accountId === null) throw new TypeError(`${event.type} ${event.id} belongs to no account`);
  return accountId;
}
