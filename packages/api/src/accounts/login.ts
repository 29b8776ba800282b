import { LoginAnswer, LoginRequest } from '@assay/contract';
import { route } from '../http/route.ts';

/** Signs a person in. A wrong password is an answer, not an error: token 'invalid'. */
export const login = route({
  method: 'POST',
  url: '/login',
  summary: 'Sign in',
  permission: 'public',
  body: LoginRequest,
  verbatim: ['password'],
  answer: LoginAnswer,
  mostPerMinute: { calls: 10, per: 'email' },
  handle: async ({ api: { operations }, body }) => {
    const userId = await operations.credentials.verify(body.email, body.password);
    return { token: userId === null ? 'invalid' : await operations.sessions.start(userId) };
  },
});
