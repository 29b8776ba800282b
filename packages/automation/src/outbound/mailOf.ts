import { invitationLink, passwordResetLink } from '@assay/application';
import type { InvitationId, UserId } from '@assay/contract';
import { DomainError, type MailTemplate } from '@assay/domain';
import type { MailMessage } from '@assay/integrations';
import type { AutomationDeps } from '../automationDeps.ts';
import { mails } from './mails/mails.ts';
import { type MailContent, renderMail } from './mails/renderMail.ts';

/** A mail, with the people that it is sent to or names. */
export type PreparedMail = { message: MailMessage; userIds: UserId[] };

type Requested = { template: string; userId: string; about: string | null };

/** @returns the mail of an invitation; null once it was accepted or withdrawn. */
async function invitationMail(deps: AutomationDeps, id: InvitationId): Promise<PreparedMail | null> {
  const { readModels, publicUrl } = deps;
  const shown = await readModels.invitation(id);
  const account = shown && (await readModels.of(shown.accountId).account());
  if (!shown?.email || !account) return null;
  const path = await invitationLink(deps, id).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (path === null) return null;
  const { userId, firstName, roleType, validUntil, email } = shown;
  const sentBy = (await readModels.user(shown.sentBy))?.fullName ?? null;
  const facts = { firstName, roleType, validUntil, sentBy, accountName: account.name, url: `${publicUrl}${path}` };
  return { message: renderMail(mails.invitation(facts), email), userIds: [userId, shown.sentBy] };
}

/** @returns the mail that was asked for, with its links; null when nobody can get it any more. */
export async function mailOf(
  deps: AutomationDeps,
  { template, userId, about }: Requested,
): Promise<PreparedMail | null> {
  const { readModels, publicUrl } = deps;
  if (template === 'invitation') return about === null ? null : invitationMail(deps, about as InvitationId);
  const person = await readModels.user(userId as UserId);
  if (!person?.email) return null;
  const { email, firstName } = person;
  const toThem = (mail: MailContent): PreparedMail => ({ message: renderMail(mail, email), userIds: [person.id] });
  switch (template as Exclude<MailTemplate, 'invitation'>) {
    case 'test':
      return toThem(mails.test());
    case 'passwordReset': {
      const url = `${publicUrl}${passwordResetLink(deps, about ?? '')}`;
      return toThem(mails.passwordReset({ firstName, url }));
    }
    case 'passwordChanged':
      return toThem(mails.passwordChanged({ firstName, url: `${publicUrl}/forgot-password` }));
  }
}
