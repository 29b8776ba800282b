import type { RegisterAnswer } from '@assay/contract';
import type { Caller } from './caller.ts';
import type { mailServer } from './mailServer.ts';

export type Login = { email: string; password: string };

/**
 * Invites somebody to the caller's account, and creates their login with the link of the mail.
 * @param mail where the installation sends its mail
 * @param person who comes, by first and last name
 */
export async function joinAccount(
  caller: Caller,
  mail: Awaited<ReturnType<typeof mailServer>>,
  person: { firstName: string; lastName: string },
): Promise<Login> {
  const login = { email: `${person.firstName.toLowerCase()}@example.net`, password: 'plenty of moths' };
  await caller.post('/user-roles', { ...person, email: login.email, roleType: 'USER' });
  const link = new URL(await mail.linkTo(login.email));
  const body = { ...person, ...login, ...Object.fromEntries(link.searchParams) };
  await caller.post<RegisterAnswer>('/register-email', body);
  return login;
}
