import { accountCalls } from '@assay/contract';
import { route } from '../http/route.ts';

/** Signs a person in. A wrong password is an answer, not an error: token 'invalid'. */
export const login = route(accountCalls.login, async ({ api: { operations }, body }) => {
  const userId = await operations.credentials.verify(body.email, body.password);
  return { token: userId === null ? 'invalid' : await operations.sessions.start(userId) };
});
