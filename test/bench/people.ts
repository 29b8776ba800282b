import type { CommandAnswer, InvitationLinkView, LoginAnswer } from '@assay/contract';
import type { Workbench } from './workbench.ts';

const password = 'plenty of moths';

async function post<Answer>(bench: Workbench, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${bench.url()}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** @returns the addresses of people who have come by invitation, as users */
export async function makePeople(bench: Workbench, count: number, prefix: string): Promise<string[]> {
  const caller = await bench.caller();
  const emails = Array.from({ length: count }, (_, n) => `${prefix}${n}@example.org`);
  for (const email of emails) {
    const person = { email, firstName: 'Person', lastName: prefix };
    const { id } = await caller.post<CommandAnswer>('/user-roles', { ...person, roleType: 'USER' });
    const { path } = await caller.get<InvitationLinkView>(`/account/invitations/${id}/link`);
    const token = new URL(path, bench.url()).searchParams.get('token');
    await post(bench, '/register-email', { ...person, password, token });
  }
  return emails;
}

/** @returns the token of a new session */
export async function signInAs(bench: Workbench, email: string): Promise<string> {
  const { token } = await post<LoginAnswer>(bench, '/login', { email, password });
  if (token === 'invalid') throw new Error(`${email} was not signed in`);
  return token;
}
