import { socketMessages, socketPath, topics, type UserRoleView } from '@assay/contract';
import { io } from 'socket.io-client';
import { startAnotherApi } from './anotherApi.ts';
import type { Figure } from './figures.ts';
import { makePeople, signInAs } from './people.ts';
import { medianAndTail, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const removals = 20;
const aimMs = 2_000;

/** How long the open socket of one api process goes on after the role behind it was removed through another. */
export async function measureRemovedRoles(bench: Workbench): Promise<Figure[]> {
  const { get, call, accountId } = await bench.caller();
  const emails = await makePeople(bench, removals, 'leaving');
  const other = await startAnotherApi(bench);
  try {
    const roles = await get<UserRoleView[]>('/user-roles');
    const times: number[] = [];
    for (const email of emails) {
      const role = roles.find(({ user }) => user.email === email);
      if (!role) throw new Error(`${email} has no role`);
      const auth = { token: await signInAs(bench, email) };
      const socket = io(other.url, { path: socketPath, transports: ['websocket'], auth, forceNew: true });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      const ask = async () => {
        const wanted = { account: accountId, topic: topics.projects };
        return Object(await socket.emitWithAck(socketMessages.subscribe, wanted)).ok as unknown;
      };
      if ((await ask()) !== true) throw new Error('the subscription was refused');
      const cutOff = new Promise((resolve) => socket.once(socketMessages.resync, resolve));
      times.push(
        await timed(async () => {
          await call('DELETE', `/user-roles/${role.id}`);
          await cutOff;
        }),
      );
      if ((await ask()) === true) throw new Error('a socket goes on without the role');
      socket.disconnect();
    }
    return [
      {
        name: 'role removed in one api process, until it is gone from an open socket of another',
        unit: 'ms',
        measured: medianAndTail(times),
        floor: null,
        floorIs: '',
        aim: aimMs,
        aimIsTail: true,
      },
    ];
  } finally {
    await other.stop();
  }
}
