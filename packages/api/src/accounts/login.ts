import { accountCalls } from '@assay/contract';
import { route } from '../http/route.ts';

/** Signs a person in. A wrong password is an answer, not an error: token 'invalid'. */
export const login = route(accountCalls.login, async ({ api: { operations, signInLimits }, body, request }) => {
  const attempt = signInLimits.begin(request.ip, body.email);
  const userId = await operations.credentials.verify(body.email, body.password).catch((error: unknown) => {
    attempt.withdrawn();
    throw error;
  });
  if (userId === null) return { token: 'invalid' };
  attempt.succeeded();
  return { token: await operations.sessions.start(userId) };
});
