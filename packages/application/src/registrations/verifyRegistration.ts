import type { UserId } from '@assay/contract';
import { DomainError, userDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Application } from '../application.ts';
import { readLinkToken } from '../links/linkToken.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';

/**
 * Makes the login that a registration asked for: its link came by mail, which proves the address. It works once; safe to
 * repeat after a crash.
 * @returns the person
 * @throws DomainError `registration.invalid` for a token that was made up, used or expired, belongs to another address,
 * or came too late: somebody signs in with the address already
 */
export async function verifyRegistration(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  { token, email }: { token: string; email: string },
  signed: Omit<AppendContext, 'accountId' | 'actor'>,
): Promise<UserId> {
  const { eventLog, operations } = deps;
  const link = readLinkToken(operations, 'registration', token);
  const found = link && (await operations.registrations.find(link.id));
  if (!link || !found || !isSameName(found.email, email)) throw new DomainError('registration.invalid');
  const { passwordHash, userId, ...person } = found;
  const context: AppendContext = { ...signed, accountId: null, actor: { kind: 'user', id: userId } };
  const address = { kind: 'email' as const, scope: 'global', value: person.email };
  const register = { type: 'registerUser' as const, userId, ...person };
  await withReservedNames(deps, [address], `user-${userId}`, context, () =>
    eventLog.handle(userDecider, userId, ({ exists }) => (exists ? null : register), context),
  ).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'reservation.emailTaken') throw error;
    throw new DomainError('registration.invalid');
  });
  // A repeat changes no password that was set since.
  if (!(await operations.credentials.has(userId))) {
    await operations.credentials.setPasswordHash(userId, person.email, passwordHash);
  }
  await operations.registrations.end(link.id);
  return userId;
}
