import { insightCalls } from '@assay/contract';
import { insightMarksDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const markInsight = route(
  insightCalls.markInsight,
  async ({ api: { eventLog }, caller: { accountId, userId }, body, context }) => {
    const { insightId, read = true, useful = true } = body;
    const command = { type: 'markInsight' as const, accountId, userId, insightId, read, useful };
    const result = await eventLog.handle(insightMarksDecider, `${accountId}.${userId}`, command, context);
    return commandAnswer(eventLog, { ...result, id: insightId });
  },
);
