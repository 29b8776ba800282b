import { runTriggerNow } from '@assay/application';
import { triggerCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';

export const runTrigger = route(
  triggerCalls.runTrigger,
  async ({ api, params: { id }, body: { environmentId = null }, caller, context, newId }) => {
    await requireRoom(api, caller, 'openRuns');
    const startId = newId<string>();
    const { started, result } = await runTriggerNow(api, caller.accountId, id, { environmentId, startId }, context);
    return { ...(await commandAnswer(api.eventLog, result)), id, ...started };
  },
);
