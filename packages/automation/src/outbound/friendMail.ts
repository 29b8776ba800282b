import type { TellingId, UserId, UserView } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { decryptField } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { mails } from './mails/mails.ts';
import { type PreparedMail, prepareMail } from './preparedMail.ts';

/** @returns the mail in which a person recommends Assay; null when their data were erased. */
export async function friendMail(
  { eventLog, operations: { keys }, publicUrl }: AutomationDeps,
  tellingId: TellingId,
  { id, fullName }: UserView,
): Promise<PreparedMail | null> {
  const { state } = await eventLog.load(userDecider, id satisfies UserId);
  const friend = state.friendsTold.get(tellingId);
  if (!friend) return null;
  const [email, firstName] = await Promise.all([
    decryptField(keys, friend.email),
    decryptField(keys, friend.firstName),
  ]);
  if (email === null || firstName === null) return null;
  return prepareMail(mails.friend({ firstName, sender: fullName, url: publicUrl }), email, [id]);
}
