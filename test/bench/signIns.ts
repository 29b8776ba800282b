import type { Figure } from './figures.ts';
import { makePeople, signInAs } from './people.ts';
import { medianAndTail, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const people = 50;
const reads = 400;

/** What one person waits for reads, one after the other, while fifty others sign in, again and again. */
export async function measureSignIns(bench: Workbench): Promise<Figure[]> {
  const { get } = await bench.caller();
  const { projectId } = await bench.project();
  // Each of another name: one that signs in fifty times at once is slowed down.
  const emails = await makePeople(bench, people, 'person');
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
    const signingIn = timed(() => Promise.all(emails.map((email) => signInAs(bench, email)))).finally(() => {
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
