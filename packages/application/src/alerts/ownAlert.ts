import type { AccountId, AlertId } from '@assay/contract';
import { type ActiveAlert, alertDecider, DomainError } from '@assay/domain';
import type { Application } from '../application.ts';

/** @throws DomainError `alert.notFound` when the account has no active alert with that id */
export async function ownAlert(
  { eventLog, owners }: Pick<Application, 'eventLog' | 'owners'>,
  accountId: AccountId,
  alertId: AlertId,
): Promise<ActiveAlert> {
  await owners.requireOwn(`alert-${alertId}`, accountId, 'alert.notFound');
  const { state } = await eventLog.load(alertDecider, alertId);
  if (state.status !== 'active') throw new DomainError('alert.notFound');
  return state;
}
