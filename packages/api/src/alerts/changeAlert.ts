import { alertOf, errorsOfAlert, InvalidFields, ownAlert } from '@assay/application';
import { alertCalls } from '@assay/contract';
import { alertDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { errorsOfRest } from './errorsOfRest.ts';

export const changeAlert = route(
  alertCalls.changeAlert,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    const alert = alertOf(body, await ownAlert(api, caller.accountId, id));
    const errors = await errorsOfAlert(api, caller.accountId, alert);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const command = { type: 'changeAlert' as const, ...alert };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
  {
    rest: async ({ api, caller, params: { id }, body }) =>
      errorsOfRest(api, caller.accountId, body, await ownAlert(api, caller.accountId, id)),
  },
);
