import { invitationLink, passwordResetLink } from '@assay/application';
import type { InvitationId, UserId } from '@assay/contract';
import { DomainError, type MailTemplate } from '@assay/domain';
import type { MailMessage } from '@assay/integrations';
import type { AutomationDeps } from '../automationDeps.ts';
import { mails } from './mails/mails.ts';
import { renderMail } from './mails/renderMail.ts';

type Requested = { template: string; userId: string; about: string | null };

/** @returns the mail of an invitation; null once it was accepted or withdrawn. */
async function invitationMail(deps: AutomationDeps, id: InvitationId): Promise<MailMessage | null> {
  const { readModels, publicUrl } = deps;
  const shown = await readModels.invitation(id);
  const account = shown && (await readModels.of(shown.accountId).account());
  if (!shown?.email || !account) return null;
  const path = await invitationLink(deps, id).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (path === null) return null;
  const { firstName, roleType, validUntil, email } = shown;
  const sentBy = (await readModels.user(shown.sentBy))?.fullName ?? null;
  const facts = { firstName, roleType, validUntil, sentBy, accountName: account.name, url: `${publicUrl}${path}` };
  return renderMail(mails.invitation(facts), email);
}

/** @returns the mail that was asked for, with its links; null when nobody can get it any more. */
export async function mailOf(
  deps: AutomationDeps,
  { template, userId, about }: Requested,
): Promise<MailMessage | null> {
  const { readModels, publicUrl } = deps;
  if (template === 'invitation') return about === null ? null : invitationMail(deps, about as InvitationId);
  const person = await readModels.user(userId as UserId);
  if (!person?.email) return null;
  const { email, firstName } = person;
  switch (template as Exclude<MailTemplate, 'invitation'>) {
    case 'test':
      return renderMail(mails.test(), email);
    case 'passwordReset': {
      const url = `${publicUrl}${passwordResetLink(deps, about ?? '')}`;
      return renderMail(mails.passwordReset({ firstName, url }), email);
    }
    case 'passwordChanged':
      return renderMail(mails.passwordChanged({ firstName, url: `${publicUrl}/forgot-password` }), email);
  }
}
