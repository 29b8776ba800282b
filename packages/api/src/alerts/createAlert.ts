import { alertOf, errorsOfAlert, InvalidFields, newSigningSecret } from '@assay/application';
import { type AlertId, alertCalls } from '@assay/contract';
import { type AlertState, alertDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { errorsOfRest } from './errorsOfRest.ts';

export const createAlert = route(
  alertCalls.createAlert,
  async ({ api, body, caller, context, newId }) => {
    const alert = alertOf(body, null);
    const errors = await errorsOfAlert(api, caller.accountId, alert);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const alertId = newId<AlertId>();
    const command = { type: 'createAlert' as const, alertId, ...alert, signingSecret: newSigningSecret() };
    // A repeat with the same Idempotency-Key finds the alert.
    const decide = (state: AlertState) => (state.status === 'none' ? command : null);
    return commandAnswer(api.eventLog, await api.eventLog.handle(alertDecider, alertId, decide, context));
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body, null) },
);
