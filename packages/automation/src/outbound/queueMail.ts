import type { UserId } from '@assay/contract';
import { mailDecider } from '@assay/domain';
import type { MailMessage } from '@assay/integrations';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

/** All mail goes through the one server of the installation. */
const destination = 'mail';

function testMail(to: string): MailMessage {
  const text = 'This is the test mail that you asked Assay for. Mail from this installation reaches you.';
  return { to, subject: 'Test mail from Assay', text, html: null };
}

/** Writes a mail that was asked for, and puts it into the outbox. The address is known to nobody else. */
export const queueMail = policy({
  name: 'queueMail',
  on: ['MailRequested'],
  react: async (event, { eventLog, operations, readModels }) => {
    await awaitReadModels(readModels, event);
    const { mailId, userId } = event.data;
    const person = await readModels.user(userId as UserId);
    if (!person?.email) {
      const gone = { type: 'endMail', outcome: 'nobody' } as const;
      await eventLog.handle(mailDecider, mailId, gone, reactingTo(event, 'queueMail'));
      return;
    }
    await operations.outbox.put({
      _id: mailId,
      dedupeKey: event.id,
      accountId: event.envelope.accountId,
      channel: 'mail',
      destination,
      message: testMail(person.email),
    });
  },
});
