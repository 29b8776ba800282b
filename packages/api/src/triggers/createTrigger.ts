import { errorsOfTrigger, InvalidFields, triggerOf } from '@assay/application';
import { type TriggerId, triggerCalls } from '@assay/contract';
import { type TriggerState, triggerDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { errorsOfRest } from './errorsOfRest.ts';

export const createTrigger = route(
  triggerCalls.createTrigger,
  async ({ api, body, caller, context, newId }) => {
    const errors = await errorsOfTrigger(api, caller.accountId, body, new Date());
    if (errors.length > 0) throw new InvalidFields(...errors);
    const triggerId = newId<TriggerId>();
    const command = { type: 'createTrigger' as const, triggerId, ...triggerOf(body) };
    // A repeat with the same Idempotency-Key finds the trigger.
    const decide = (state: TriggerState) => (state.status === 'none' ? command : null);
    return commandAnswer(api.eventLog, await api.eventLog.handle(triggerDecider, triggerId, decide, context));
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body) },
);
