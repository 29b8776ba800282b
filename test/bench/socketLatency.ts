import { type ReadModelChanged, socketMessages, socketPath, type TestId, topics } from '@assay/contract';
import { io } from 'socket.io-client';
import type { Figure } from './figures.ts';
import { madeUpTests } from './honestAgent.ts';
import { latenciesAtLightLoad, now, type Watcher } from './lightLoad.ts';
import { measurePushFloor } from './pushFloor.ts';
import { medianAndTail } from './samples.ts';
import type { Workbench } from './workbench.ts';

const testCount = 400;

/** Receives a run's tests like a browser. */
async function subscribe(bench: Workbench, runId: string): Promise<Watcher & { disconnect(): void }> {
  const { token, accountId } = await bench.caller();
  const socket = io(bench.url(), { path: socketPath, transports: ['websocket'], auth: { token } });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  const answer: unknown = await socket.emitWithAck(socketMessages.subscribe, {
    account: accountId,
    topic: topics.testRunTests(runId),
  });
  if (Object(answer).ok !== true) throw new Error(`the subscription was refused: ${JSON.stringify(answer)}`);
  const heardAt = new Map<string, number>();
  socket.on(socketMessages.changed, ({ ids }: ReadModelChanged) => {
    const at = now();
    for (const id of ids) heardAt.set(id, at);
  });
  return {
    noticed: async (testId: TestId) => heardAt.get(testId),
    disconnect: () => socket.disconnect(),
  };
}

/** Milliseconds from an agent's post of a result to the socket message that names the test, at a light load. */
export async function measureSocketLatency(bench: Workbench): Promise<Figure[]> {
  const watchers: { disconnect(): void }[] = [];
  const latencies = await latenciesAtLightLoad(bench, madeUpTests(testCount, 8), async (runId) => {
    const watcher = await subscribe(bench, runId);
    watchers.push(watcher);
    return watcher;
  });
  for (const watcher of watchers) watcher.disconnect();
  return [
    {
      name: 'post of a result to the socket message, 20 results/s',
      unit: 'ms',
      measured: medianAndTail(latencies),
      floor: await measurePushFloor(),
      floorIs: 'append, subscription, socket.io and nothing else',
      aim: 100,
    },
  ];
}
