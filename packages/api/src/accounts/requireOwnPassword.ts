import { InvalidFields } from '@assay/application';
import { messages, type UserId, type UserView } from '@assay/contract';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

/**
 * Whoever finds a browser open cannot take the account over: what guards it asks for the password, and guessing is
 * slowed as at sign-in.
 * @returns the person
 * @throws InvalidFields for another password
 */
export async function requireOwnPassword(
  { operations, readModels, signInLimits }: Api,
  request: FastifyRequest,
  userId: UserId,
  currentPassword: string,
): Promise<UserView> {
  const person = await readModels.user(userId);
  if (!person) throw new ApiError('notFound');
  const attempt = signInLimits.begin(request.ip, person.email);
  const known = await operations.credentials.verify(person.email, currentPassword).catch((error: unknown) => {
    attempt.withdrawn();
    throw error;
  });
  if (known !== userId) throw new InvalidFields({ field: 'currentPassword', message: messages.wrongPassword });
  attempt.succeeded();
  return person;
}
