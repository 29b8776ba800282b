import type { CommandAnswer } from '@assay/contract';
import { END, eventTypeFilter, type JSONEventType } from '@eventstore/db-client';
import type { Figure } from './figures.ts';
import { median, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const count = 1_000;
/** Connections that deploy at the same time. */
const atOnce = 50;
const patienceMs = 300_000;
/** What a deploy's slot comes to, each once. */
const outcomes = ['TriggerSlotFired', 'TriggerSlotSuperseded', 'TriggerSlotSkipped', 'TriggerSlotMissed'];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
type Slot = JSONEventType<string, { triggerSlotId: string }>;

async function deployAll(bench: Workbench, projectId: string): Promise<void> {
  const { post } = await bench.caller();
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  const deploy = async () => {
    for (const index of numbers) {
      await post<CommandAnswer>(`/projects/${projectId}/deploys`, { environment: 'bench', branch: `release-${index}` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, deploy));
}

/** 1,000 deploys at once, to each of which a trigger reacts: until the last has come to something, none twice. */
export async function measureDeploys(bench: Workbench): Promise<Figure[]> {
  const { post } = await bench.caller();
  const { projectId, environmentId } = await bench.project();
  const alone = await timed(() => deployAll(bench, projectId));
  const trigger = { name: 'After deploys', type: 'deploy', projectId, environmentId, branch: 'main', overlap: 'allow' };
  await post<CommandAnswer>('/triggers', { ...trigger, deployedProjectIds: [projectId], settleSeconds: 0 });

  const came = new Map<string, string[]>();
  const client = await bench.events();
  const filter = eventTypeFilter({ prefixes: outcomes });
  const subscription = client.subscribeToAll({ fromPosition: END, filter });
  subscription.on('data', ({ event }) => {
    if (!event?.isJson) return;
    const { triggerSlotId } = event.data as Slot['data'];
    came.set(triggerSlotId, [...(came.get(triggerSlotId) ?? []), event.type]);
  });
  const took = await timed(async () => {
    await deployAll(bench, projectId);
    const until = performance.now() + patienceMs;
    while (came.size < count) {
      if (performance.now() > until) throw new Error(`${came.size} of ${count} deploys have come to something`);
      await pause(20);
    }
  });
  await subscription.unsubscribe();
  const twice = [...came.values()].filter((types) => types.length !== 1);
  if (twice.length > 0) throw new Error(`${twice.length} deploys were reacted to more than once: ${twice[0]}`);
  const fired = [...came.values()].filter(([type]) => type === 'TriggerSlotFired').length;
  bench.say(`  ${fired} started a run, ${count - fired} were replaced by a newer one before they did`);
  return [
    {
      name: `${count.toLocaleString('en')} deploys at once, until a trigger has reacted to each, once`,
      unit: 's',
      measured: median([took / 1_000]),
      floor: median([alone / 1_000]),
      floorIs: 'the same deploys without a trigger',
    },
  ];
}
