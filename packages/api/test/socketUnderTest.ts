import { type ReadModelChanged, socketMessages, socketPath, type TopicAnswer } from '@assay/contract';
import { io, type Socket } from 'socket.io-client';
import type { ApiUnderTest } from './apiUnderTest.ts';

export type SocketUnderTest = {
  socket: Socket;
  changes: ReadModelChanged[];
  resyncs: () => number;
  ask(message: 'subscribe' | 'unsubscribe', account: string, topic: string): Promise<TopicAnswer>;
  /** Resolves when the received messages meet the condition. */
  until(met: () => boolean): Promise<void>;
};

/** Connects as a browser does. @throws the reason why the service refuses the token */
export async function connectSocket(api: Pick<ApiUnderTest, 'url'>, token: string): Promise<SocketUnderTest> {
  const socket = io(api.url, {
    path: socketPath,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  const changes: ReadModelChanged[] = [];
  let resyncs = 0;
  let wake: () => void = () => undefined;
  socket.on(socketMessages.changed, (change: ReadModelChanged) => {
    changes.push(change);
    wake();
  });
  socket.on(socketMessages.resync, () => {
    resyncs += 1;
    wake();
  });
  socket.on('disconnect', () => wake());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    changes,
    resyncs: () => resyncs,
    ask: (message, account, topic) => socket.emitWithAck(socketMessages[message], { account, topic }),
    until: async (met) => {
      while (!met()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
