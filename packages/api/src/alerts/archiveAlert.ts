import { ownAlert } from '@assay/application';
import { alertCalls } from '@assay/contract';
import { alertDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveAlert = route(
  alertCalls.archiveAlert,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    const command = { type: 'archiveAlert' as const };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
