import { InvalidFields, ownAlert } from '@assay/application';
import { alertCalls, messages } from '@assay/contract';
import { alertDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const silenceAlert = route(
  alertCalls.silenceAlert,
  async ({ api, params: { id }, body: { until, reason }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    if (Date.parse(until) <= Date.parse(context.occurredAt)) {
      throw new InvalidFields({ field: 'until', message: messages.notInFuture });
    }
    // One form of time, so that times can be compared as texts.
    const command = { type: 'silenceAlert' as const, until: new Date(until).toISOString(), reason };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
