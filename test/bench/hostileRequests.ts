import { type Call, callsByArea, requestOf } from '@assay/contract';
import { hostileBodies } from '../support/hostileBodies.ts';
import type { Figure } from './figures.ts';
import { longestDelay } from './longestDelay.ts';
import { median } from './samples.ts';
import type { Workbench } from './workbench.ts';

const calls: readonly Call[] = Object.values(callsByArea).flatMap((area): Call[] => Object.values(area));
/** The longest that a call without a limit of its own takes, of what costs most to look at. */
const large = [
  `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  `[${'{"a":[]},'.repeat(100_000)}0]`,
  JSON.stringify({ name: 'x'.repeat(1_000_000) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`field${n}`, n]))),
];

/** Requests that took longest at first, and how often each is sent again. */
const [suspects, repetitions] = [15, 7];

type Request = { path: string; init: RequestInit };

async function send(bench: Workbench, { path, init }: Request): Promise<void> {
  // Some are refused before they are sent to the end.
  await fetch(`${bench.url()}/api${path}`, init).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  );
}

/**
 * Sends every body to every call, and what took longest again: on a busy machine anything takes long once.
 * @returns the longest delay that one request causes again and again, in milliseconds
 */
async function longestBlock(bench: Workbench, headers: Record<string, string>): Promise<number> {
  const delays: { ms: number; request: Request; as: string }[] = [];
  for (const call of calls.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/logout'))) {
    const { method, path } = requestOf(call, call.example);
    const bodies = [...hostileBodies, ...large.map((body) => ['application/json', body] as const)];
    for (const [type, body] of bodies) {
      const typed: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const request = { path, init: { method, headers: { ...headers, ...typed }, body } };
      await send(bench, request);
      delays.push({ ms: await longestDelay(bench), request, as: `${method} ${path} ${type} ${body.slice(0, 20)}` });
    }
  }
  const slowest = delays.sort((a, b) => b.ms - a.ms).slice(0, suspects);
  const again: number[] = [];
  for (const { request, ms, as } of slowest) {
    const repeated: number[] = [];
    for (let n = 0; n < repetitions; n += 1) {
      await send(bench, request);
      repeated.push(await longestDelay(bench));
    }
    const { p50 } = median(repeated);
    bench.say(`    ${ms.toFixed(0)} ms, again ${p50.toFixed(0)} ms: ${as}`);
    again.push(p50);
  }
  return Math.max(...again);
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
    figures.push({
      name: `longest block of the api by hostile bodies of ${who}`,
      unit: 'ms',
      measured: { p50: await longestBlock(bench, headers) },
      floor,
      floorIs: 'a hundred reads of a project',
      aim: 50,
    });
  }
  return figures;
}
