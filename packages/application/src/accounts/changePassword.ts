import type { UserId } from '@assay/contract';
import { userDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Application } from '../application.ts';
import { requireStrongPassword } from './requireStrongPassword.ts';

/**
 * Sets a person's password after the caller has verified their right to.
 * @param how.by the previous password, or a link in a mail
 * @param how.keptSessionId the requesting session; all others end
 * @throws InvalidFields for a weak password
 */
export async function changePassword(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  { userId, email }: { userId: UserId; email: string },
  password: string,
  { by, keptSessionId }: { by: 'self' | 'mail'; keptSessionId?: string },
  context: AppendContext,
): Promise<void> {
  const { eventLog, operations } = deps;
  await requireStrongPassword(deps, password, email);
  await operations.credentials.setPassword(userId, email, password, keptSessionId);
  await eventLog.handle(userDecider, userId, { type: 'changePassword', userId, by }, context);
}
