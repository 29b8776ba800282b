import { socketMessages, socketPath, topics } from '@assay/contract';
import { io, type Socket } from 'socket.io-client';
import type { Figure } from './figures.ts';
import { medianAndTail, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const many = 1_000;
const changes = 20;

async function openSockets(bench: Workbench, count: number): Promise<Socket[]> {
  const { token, accountId } = await bench.caller();
  const sockets: Socket[] = [];
  // Not all at once: it is the open ones that are measured.
  while (sockets.length < count) {
    const next = Array.from({ length: Math.min(50, count - sockets.length) }, async () => {
      const socket = io(bench.url(), { path: socketPath, transports: ['websocket'], auth: { token }, forceNew: true });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      await socket.emitWithAck(socketMessages.subscribe, { account: accountId, topic: topics.projects });
      return socket;
    });
    sockets.push(...(await Promise.all(next)));
  }
  return sockets;
}

/** @returns milliseconds from a change of a project until each of the sockets was told */
async function timesToTell(bench: Workbench, sockets: readonly Socket[]): Promise<number[]> {
  const { call } = await bench.caller();
  const { projectId } = await bench.project();
  const times: number[] = [];
  for (let n = 0; n < changes; n += 1) {
    const told = sockets.map((socket) => new Promise((resolve) => socket.once(socketMessages.changed, resolve)));
    const description = `${sockets.length} sockets, change ${n}`;
    times.push(
      await timed(async () => {
        await call('PUT', `/projects/${projectId}`, { description });
        await Promise.all(told);
      }),
    );
  }
  return times;
}

/** How long a change takes to reach a thousand open browsers, and what each of them costs. */
export async function measureOpenSockets(bench: Workbench): Promise<Figure[]> {
  const alone = await openSockets(bench, 1);
  await timesToTell(bench, alone);
  const floor = medianAndTail(await timesToTell(bench, alone));
  const { api } = await bench.pids();
  const live = async () => (api === undefined ? undefined : bench.liveMegabytes(api));
  const before = await live();
  const sockets = [...alone, ...(await openSockets(bench, many - 1))];
  const after = await live();
  const measured = medianAndTail(await timesToTell(bench, sockets));
  for (const socket of sockets) socket.disconnect();
  const told: Figure = {
    name: 'change of a project until 1,000 sockets are told',
    unit: 'ms',
    measured,
    floor,
    floorIs: 'the same with one socket',
  };
  if (before === undefined || after === undefined) return [told];
  const grown = { p50: after - before };
  return [told, { name: 'live memory of 1,000 sockets', unit: 'MB', measured: grown, floor: null, floorIs: '' }];
}
