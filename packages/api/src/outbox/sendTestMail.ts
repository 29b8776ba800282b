import { outboxCalls } from '@assay/contract';
import { mailDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const sendTestMail = route(
  outboxCalls.sendTestMail,
  async ({ api: { eventLog }, caller: { userId }, context, newId }) => {
    const mailId = newId<string>();
    const command = { type: 'requestMail' as const, mailId, template: 'test' as const, userId, about: null };
    return commandAnswer(eventLog, await eventLog.handle(mailDecider, mailId, command, { ...context, isNew: true }));
  },
);
