import { ownTrigger } from '@assay/application';
import { triggerCalls } from '@assay/contract';
import { triggerDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveTrigger = route(
  triggerCalls.archiveTrigger,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownTrigger(api, caller.accountId, id);
    const command = { type: 'archiveTrigger' as const };
    const result = await api.eventLog.handle(triggerDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
