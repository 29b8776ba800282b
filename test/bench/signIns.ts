import type { CommandAnswer, InvitationLinkView, LoginAnswer } from '@assay/contract';
import type { Figure } from './figures.ts';
import { medianAndTail, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const people = 50;
const reads = 400;
const password = 'plenty of moths';
const emailOf = (n: number) => `person${n}@example.org`;

async function post<Answer>(bench: Workbench, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${bench.url()}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Each of another name: one that signs in fifty times at once is slowed down. */
async function makePeople(bench: Workbench): Promise<void> {
  const caller = await bench.caller();
  for (let n = 0; n < people; n += 1) {
    const person = { email: emailOf(n), firstName: 'Person', lastName: String(n) };
    const { id } = await caller.post<CommandAnswer>('/user-roles', { ...person, roleType: 'USER' });
    const { path } = await caller.get<InvitationLinkView>(`/account/invitations/${id}/link`);
    const token = new URL(path, bench.url()).searchParams.get('token');
    await post(bench, '/register-email', { ...person, password, token });
  }
}

async function signInAll(bench: Workbench): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: people }, (_, n) => post<LoginAnswer>(bench, '/login', { email: emailOf(n), password })),
  );
  if (answers.some(({ token }) => token === 'invalid')) throw new Error('somebody was not signed in');
}

/** What one person waits for reads, one after the other, while fifty others sign in, again and again. */
export async function measureSignIns(bench: Workbench): Promise<Figure[]> {
  const { get } = await bench.caller();
  const { projectId } = await bench.project();
  await makePeople(bench);
  const readOften = async (while_: () => boolean) => {
    const times: number[] = [];
    while (times.length < reads && while_()) times.push(await timed(() => get(`/projects/${projectId}`)));
    return times;
  };
  await readOften(() => true);
  const floor = medianAndTail(await readOften(() => true));

  const during: number[] = [];
  const rounds: number[] = [];
  while (during.length < reads) {
    let isOver = false;
    const signingIn = timed(() => signInAll(bench)).finally(() => {
      isOver = true;
    });
    during.push(...(await readOften(() => !isOver)));
    rounds.push(await signingIn);
  }
  return [
    {
      name: 'read of a project while 50 people sign in',
      unit: 'ms',
      measured: medianAndTail(during),
      floor,
      floorIs: 'the same while nobody does',
    },
    {
      name: '50 people sign in at once, until the last is in',
      unit: 'ms',
      measured: medianAndTail(rounds),
      floor: null,
      floorIs: '',
    },
  ];
}
