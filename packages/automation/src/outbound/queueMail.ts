import { mailDecider } from '@assay/domain';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';
import { mailOf } from './mailOf.ts';

/** All mail goes through the installation's one server, in a queue separate from other destinations. */
export const mailDestination = 'mail';

/** Writes a requested mail to the outbox. Only mail delivery knows the address. */
export const queueMail = policy({
  name: 'queueMail',
  on: ['MailRequested'],
  react: async (event, deps) => {
    const { eventLog, operations, readModels } = deps;
    await awaitReadModels(readModels, event);
    const { mailId } = event.data;
    const prepared = await mailOf(deps, { ...event.data, accountId: event.envelope.accountId });
    if (prepared === null) {
      const gone = { type: 'endMail', outcome: 'nobody' } as const;
      await eventLog.handle(mailDecider, mailId, gone, reactingTo(event, 'queueMail'));
      return;
    }
    await operations.outbox.put({
      _id: mailId,
      dedupeKey: event.id,
      accountId: event.envelope.accountId,
      channel: 'mail',
      destination: mailDestination,
      message: prepared.message,
      userIds: prepared.userIds,
    });
  },
});
