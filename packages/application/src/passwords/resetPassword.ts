import { limits, type UserId } from '@assay/contract';
import { DomainError, passwordResetDecider } from '@assay/domain';
import { type AppendContext, type CommandResult, newId } from '@assay/event-log';
import { changePassword } from '../accounts/changePassword.ts';
import { requireStrongPassword } from '../accounts/requireStrongPassword.ts';
import type { Application } from '../application.ts';
import { userWithEmail } from '../invitations/invite.ts';
import { linkToken, readLinkToken } from '../links/linkToken.ts';

type Deps = Pick<Application, 'eventLog' | 'operations' | 'readModels'>;

/**
 * Records that somebody forgot their password; the mail follows from the fact. The same is done for an address that
 * nobody has, so that neither answer nor time tells who is known here.
 */
export async function requestPasswordReset(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  email: string,
  context: AppendContext,
): Promise<CommandResult> {
  const passwordResetId = newId<string>();
  const userId = await userWithEmail(deps, email);
  const validUntil = new Date(Date.now() + limits.passwordResetMinutes * 60_000).toISOString();
  const command = { type: 'requestPasswordReset' as const, passwordResetId, userId, validUntil };
  return deps.eventLog.handle(passwordResetDecider, passwordResetId, command, { ...context, isNew: true });
}

/** @returns the path of the link by which the person sets a password. */
export function passwordResetLink(deps: Pick<Application, 'operations'>, passwordResetId: string): string {
  const token = linkToken(deps.operations, 'passwordReset', passwordResetId);
  return `/password-reset?${new URLSearchParams({ token })}`;
}

/**
 * Sets a password by the link of a mail, which then works no longer.
 * @returns the person, whose sessions have all ended
 * @throws DomainError `passwordReset.invalid` for a link that was made up, used or expired; InvalidFields for a weak
 * password, which leaves the link usable
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  context: AppendContext,
): Promise<UserId> {
  const { eventLog, operations, readModels } = deps;
  const link = readLinkToken(operations, 'passwordReset', token);
  if (!link) throw new DomainError('passwordReset.invalid');
  const { id } = link;
  const { state } = await eventLog.load(passwordResetDecider, id);
  const person = state.status === 'open' && state.userId !== null ? await readModels.user(state.userId) : null;
  if (!person) throw new DomainError('passwordReset.invalid');
  await requireStrongPassword(deps, password, person.email);
  const by: AppendContext = { ...context, actor: { kind: 'user', id: person.id } };
  // Used first, so that two requests with one link cannot both set a password.
  await eventLog.handle(passwordResetDecider, id, { type: 'usePasswordReset', at: new Date().toISOString() }, by);
  await changePassword(deps, { userId: person.id, email: person.email }, password, { by: 'mail' }, by);
  return person.id;
}
