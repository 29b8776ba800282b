import { errorsOfTrigger, InvalidFields, ownTrigger, triggerOf } from '@assay/application';
import { triggerCalls } from '@assay/contract';
import { triggerDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { errorsOfRest } from './errorsOfRest.ts';

export const changeTrigger = route(
  triggerCalls.changeTrigger,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await ownTrigger(api, caller.accountId, id);
    const errors = await errorsOfTrigger(api, caller.accountId, body, new Date());
    if (errors.length > 0) throw new InvalidFields(...errors);
    const command = { type: 'changeTrigger' as const, ...triggerOf(body) };
    const result = await api.eventLog.handle(triggerDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body) },
);
