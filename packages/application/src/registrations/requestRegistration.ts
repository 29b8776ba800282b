import { limits, type UserId } from '@assay/contract';
import { mailDecider } from '@assay/domain';
import { type AppendContext, newId } from '@assay/event-log';
import { requireStrongPassword } from '../accounts/requireStrongPassword.ts';
import type { Application } from '../application.ts';
import { userWithEmail } from '../invitations/invite.ts';
import { linkToken } from '../links/linkToken.ts';

/** What somebody types who wants a login. */
export type NewPerson = { email: string; firstName: string; lastName: string; password: string };

/**
 * Begins to make a login for somebody who was not invited: a mail asks them to verify the address. Whoever can sign in
 * already is told so by mail. The same is done for both, so that neither answer nor time tells who is known here.
 * @throws InvalidFields for a weak password
 */
export async function requestRegistration(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  { password, ...person }: NewPerson,
  context: AppendContext,
): Promise<void> {
  const { eventLog, operations } = deps;
  await requireStrongPassword(deps, password, person.email);
  const known = await userWithEmail(deps, person.email);
  const registrationId = newId<string>();
  // Never the id of somebody known, whose password it could become.
  const newcomer = { ...person, userId: newId<UserId>() };
  await operations.registrations.begin(registrationId, newcomer, password, limits.registrationHours * 3_600_000);
  const template = known === null ? ('verifyEmail' as const) : ('alreadyRegistered' as const);
  const mail = { mailId: registrationId, template, userId: known ?? newcomer.userId, about: registrationId };
  await eventLog.handle(mailDecider, registrationId, { type: 'requestMail', ...mail }, { ...context, isNew: true });
}

/** @returns the path of the link that shows that the address is theirs */
export function verificationLink(
  { operations }: Pick<Application, 'operations'>,
  registrationId: string,
  email: string,
): string {
  const token = linkToken(operations, 'registration', registrationId);
  return `/verify-email?${new URLSearchParams({ token, email })}`;
}
