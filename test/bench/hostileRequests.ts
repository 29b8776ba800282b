import { type Call, callsByArea, requestOf } from '@assay/contract';
import { hostileBodies } from '../support/hostileBodies.ts';
import type { Figure } from './figures.ts';
import { metricsToken, type Workbench } from './workbench.ts';

const calls: readonly Call[] = Object.values(callsByArea).flatMap((area): Call[] => Object.values(area));
/** The longest that a call without a limit of its own takes, of what costs most to look at. */
const large = [
  `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  `[${'{"a":[]},'.repeat(100_000)}0]`,
  JSON.stringify({ name: 'x'.repeat(1_000_000) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`field${n}`, n]))),
];

/** @returns the longest delay of the api's event loop since this was last asked for, in milliseconds */
async function longestDelay(bench: Workbench): Promise<number> {
  const answer = await fetch(`${bench.url()}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const longest = /^assay_event_loop_delay_seconds_max (\S+)$/m.exec(await answer.text())?.[1];
  return Number(longest) * 1000;
}

async function sendAll(bench: Workbench, headers: Record<string, string>): Promise<void> {
  for (const call of calls.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/logout'))) {
    const { method, path } = requestOf(call, call.example);
    const bodies = [...hostileBodies, ...large.map((body) => ['application/json', body] as const)];
    for (const [type, body] of bodies) {
      const typed: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      // Some are refused before they are sent to the end.
      await fetch(`${bench.url()}/api${path}`, { method, headers: { ...headers, ...typed }, body }).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      );
    }
  }
}

/** How long bodies of every wrong kind hold up everybody else, from strangers and from a member, to every call. */
export async function measureHostileRequests(bench: Workbench): Promise<Figure[]> {
  const { token } = await bench.caller();
  const { projectId } = await bench.project();
  const figures: Figure[] = [];
  for (const [who, headers] of [
    ['strangers', {}],
    ['a member', { authorization: `Bearer ${token}` }],
  ] as const) {
    await longestDelay(bench);
    for (let n = 0; n < 100; n += 1)
      await fetch(`${bench.url()}/api/projects/${projectId}`, { headers: { authorization: `Bearer ${token}` } });
    const floor = { p50: await longestDelay(bench) };
    await sendAll(bench, headers);
    figures.push({
      name: `longest block of the api by hostile bodies of ${who}`,
      unit: 'ms',
      measured: { p50: await longestDelay(bench) },
      floor,
      floorIs: 'a hundred reads of a project',
      aim: 50,
    });
  }
  return figures;
}
