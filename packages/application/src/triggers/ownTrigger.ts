import type { AccountId, TriggerId } from '@assay/contract';
import { DomainError, type TriggerState, triggerDecider } from '@assay/domain';
import type { Application } from '../application.ts';

/** @throws DomainError `trigger.notFound` when the account has none in use with that id */
export async function ownTrigger(
  { eventLog, owners }: Pick<Application, 'eventLog' | 'owners'>,
  accountId: AccountId,
  triggerId: TriggerId,
): Promise<Extract<TriggerState, { status: 'active' }>> {
  await owners.requireOwn(`trigger-${triggerId}`, accountId, 'trigger.notFound');
  const { state } = await eventLog.load(triggerDecider, triggerId);
  if (state.status !== 'active') throw new DomainError('trigger.notFound');
  return state;
}
