import { ownAlert } from '@assay/application';
import { alertCalls } from '@assay/contract';
import { alertDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const unsilenceAlert = route(
  alertCalls.unsilenceAlert,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    const command = { type: 'unsilenceAlert' as const };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
