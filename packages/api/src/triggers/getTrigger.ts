import { triggerCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getTrigger = route(triggerCalls.getTrigger, async ({ caller, params: { id } }) => {
  const trigger = await caller.models.trigger(id, new Date());
  if (!trigger) throw new DomainError('trigger.notFound');
  return trigger;
});
