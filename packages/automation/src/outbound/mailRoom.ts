import { mailDecider } from '@assay/domain';
import type { Channel, MailMessage } from '@assay/integrations';
import type { AutomationStores } from '../automationDeps.ts';
import { byItself } from '../policy.ts';
import type { Room } from './room.ts';

/** Sends mail; without a mail server, mail stays in the outbox. */
export function openMailRoom({ eventLog }: AutomationStores, mail: Channel<MailMessage> | null): Room {
  return {
    deliver: async (row) => mail?.deliver(row.message as MailMessage, row.dedupeKey) ?? { kind: 'kept' },
    ended: async (row, state) => {
      const command = { type: 'endMail', outcome: state === 'done' ? 'sent' : state } as const;
      await eventLog.handle(mailDecider, row._id, command, byItself(row.accountId, 'sender'));
    },
  };
}
