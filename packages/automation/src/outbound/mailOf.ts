import { invitationLink, passwordResetLink, verificationLink } from '@assay/application';
import type { AccountId, InvitationId, MessageId, TellingId, TestRunId, UserId } from '@assay/contract';
import { DomainError, type MailTemplate } from '@assay/domain';
import type { AutomationDeps } from '../automationDeps.ts';
import { friendMail } from './friendMail.ts';
import { mails } from './mails/mails.ts';
import type { MailContent } from './mails/renderMail.ts';
import { endedRunMail, mentionMail, reviewMail } from './noticeMail.ts';
import { type PreparedMail, prepareMail } from './preparedMail.ts';
import { endingQuarantinesMail } from './quarantineMail.ts';
import { staffAccessMail } from './staffAccessMail.ts';
import { staffRoleMail } from './staffRoleMail.ts';
import { usageMail } from './usageMail.ts';

type Requested = { template: string; userId: string; about: string | null; accountId: AccountId | null };

/** @returns the invitation mail; null once it was accepted or withdrawn. */
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
  return prepareMail(mails.invitation(facts), email, [userId, shown.sentBy]);
}

/** @returns the mail to a person who registers; null once the registration ended. */
async function verificationMail(deps: AutomationDeps, registrationId: string): Promise<PreparedMail | null> {
  const registration = await deps.operations.registrations.find(registrationId);
  if (!registration) return null;
  const { email, userId } = registration;
  const url = `${deps.publicUrl}${verificationLink(deps, registrationId, email)}`;
  return prepareMail(mails.verifyEmail({ url }), email, [userId]);
}

/** @returns the requested mail with its links; null when it has no recipient any more. */
export async function mailOf(
  deps: AutomationDeps,
  { template, userId, about, accountId }: Requested,
): Promise<PreparedMail | null> {
  const { readModels, publicUrl } = deps;
  if (template === 'invitation') return about === null ? null : invitationMail(deps, about as InvitationId);
  if (template === 'verifyEmail') return about === null ? null : verificationMail(deps, about);
  const person = await readModels.user(userId as UserId);
  if (!person?.email) return null;
  const { email, firstName } = person;
  const toThem = (mail: MailContent): PreparedMail => prepareMail(mail, email, [person.id]);
  // Only members receive mail about an account.
  const isMember = accountId !== null && person.roles.some((role) => role.accountId === accountId);
  switch (template as Exclude<MailTemplate, 'invitation' | 'verifyEmail'>) {
    case 'friend':
      return friendMail(deps, about as TellingId, person);
    case 'runEnded':
      return isMember ? endedRunMail(deps, accountId, about as TestRunId, person) : null;
    case 'reviewer':
      return isMember ? reviewMail(deps, accountId, about as TestRunId, person) : null;
    case 'quarantineEnds':
      return isMember ? endingQuarantinesMail(deps, accountId, person) : null;
    case 'staffRole':
      return isMember ? staffRoleMail(deps, accountId, about ?? '', person) : null;
    case 'staffAccess':
      return isMember ? staffAccessMail(deps, accountId, about ?? '', person) : null;
    case 'testingMinutes':
      return isMember ? usageMail(deps, accountId, about ?? '', person) : null;
    case 'mentioned':
      return isMember ? mentionMail(deps, accountId, about as MessageId, person) : null;
    case 'test':
      return toThem(mails.test());
    case 'alreadyRegistered':
      return toThem(mails.alreadyRegistered({ firstName, url: `${publicUrl}/login` }));
    case 'passwordReset': {
      const url = `${publicUrl}${passwordResetLink(deps, about ?? '')}`;
      return toThem(mails.passwordReset({ firstName, url }));
    }
    case 'passwordChanged':
      return toThem(mails.passwordChanged({ firstName, url: `${publicUrl}/forgot-password` }));
  }
}
