import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { io } from 'socket.io-client';
import { startBareSocketServer } from '../../packages/api/test/bareSocketServer.ts';
import { medianAndTail, type Spread } from './samples.ts';
import { startStore } from './storeProcess.ts';

const samples = 200;
const betweenMs = 25;

/**
 * The limit for any push of this kind: an event appended to the event store alone, received by a subscription, and sent
 * to a browser's socket by a server that does nothing else.
 */
export async function measurePushFloor(): Promise<Spread> {
  const store = await startStore('eventstore');
  const client = EventStoreDBClient.connectionString(store.url);
  const server = await startBareSocketServer();
  const socket = io(server.url, { transports: ['websocket'] });
  await new Promise<void>((resolve) => socket.on('connect', resolve));

  const subscription = client.subscribeToAll({ fromPosition: 'end' });
  await new Promise<void>((resolve) => subscription.on('confirmation', () => resolve()));
  subscription.on('data', ({ event }) => server.send('changed', event?.id));
  let heard: (id: string) => void = () => undefined;
  socket.on('changed', (id: string) => heard(id));

  const latencies: number[] = [];
  for (let index = 0; index < samples; index++) {
    const event = jsonEvent({ type: 'TestFinished', data: { index } });
    const began = performance.now();
    const arrived = new Promise<void>((resolve) => {
      heard = (id) => {
        if (id === event.id) resolve();
      };
    });
    await client.appendToStream('floor', event);
    await arrived;
    latencies.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
  socket.disconnect();
  await subscription.unsubscribe();
  await server.stop();
  await client.dispose();
  await store.stop();
  return medianAndTail(latencies);
}
