import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AccountId, socketMessages, socketPath, type TopicAnswer } from '@assay/contract';
import { Server } from 'socket.io';
import { eventually } from '../../../../test/support/eventually.ts';
import { type LiveSocket, makeLiveSocket } from './liveSocket.ts';

const soon = { first: 1, max: 2 };
const inAnHour = { first: 3_600_000, max: 3_600_000 };

describe("the browser's socket", () => {
  const http = createServer();
  const server = new Server(http, { path: socketPath, transports: ['websocket'], serveClient: false });
  /** What the service answers to the next attempts; then it accepts. */
  let refusals: string[] = [];
  /** What the service answers to the next subscriptions; then it accepts them. */
  let subscriptions: TopicAnswer[] = [];
  /** Topics that were asked for. */
  let asked: string[] = [];
  /** Tokens of the attempts so far. */
  let attempts: unknown[] = [];
  let opened = 0;
  let lost = 0;
  let onLost: () => void = () => undefined;
  let live: LiveSocket;

  const make = (delays: typeof soon) => {
    const { port } = http.address() as AddressInfo;
    const on = {
      opened: () => {
        opened += 1;
      },
      lost: () => {
        lost += 1;
        onLost();
      },
    };
    return makeLiveSocket(`http://127.0.0.1:${port}`, on, delays);
  };
  /** Until another client was refused so often that this one would have retried long ago. */
  async function untilOthersRetried(): Promise<void> {
    refusals = Array.from({ length: 20 }, () => 'store.away');
    const openedBefore = opened;
    const other = make(soon);
    other.connect('other');
    await eventually(() => opened > openedBefore);
    other.disconnect();
  }

  beforeAll(async () => {
    server.use(({ handshake }, next) => {
      attempts.push(handshake.auth.token);
      const refusal = refusals.shift();
      next(refusal === undefined ? undefined : new Error(refusal));
    });
    server.on('connection', (socket) => {
      socket.on(socketMessages.subscribe, ({ topic }: { topic: string }, answer: (answer: TopicAnswer) => void) => {
        asked.push(topic);
        answer(subscriptions.shift() ?? { ok: true, changed: true });
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    [refusals, attempts, opened, lost, onLost] = [[], [], 0, 0, () => undefined];
    [subscriptions, asked] = [[], []];
  });
  afterEach(() => live.disconnect());
  afterAll(() => server.close());

  it('retries until a service that starts accepts it', async () => {
    refusals = ['store.away', 'store.away'];
    live = make(soon);
    live.connect('mine');
    await eventually(() => opened === 1);
    expect(lost).toBe(2);
    expect(attempts).toHaveLength(3);
  });

  it('connects again after the service has closed its sockets to restart', async () => {
    live = make(soon);
    live.connect('mine');
    await eventually(() => opened === 1);
    refusals = ['store.away'];
    server.disconnectSockets(true);
    await eventually(() => opened === 2);
    expect(lost).toBe(2);
  });

  it('does not repeat a token that was refused', async () => {
    refusals = ['auth.required'];
    live = make(soon);
    live.connect('mine');
    await eventually(() => lost === 1);
    live.retryNow();
    await untilOthersRetried();
    expect(attempts.filter((token) => token === 'mine')).toHaveLength(1);
  });

  it('connects at once when the device wakes up', async () => {
    refusals = ['store.away'];
    live = make(inAnHour);
    live.connect('mine');
    await eventually(() => lost === 1);
    live.retryNow();
    await eventually(() => opened === 1);
  });

  it('no longer retries once it is disconnected', async () => {
    refusals = ['store.away'];
    live = make(soon);
    onLost = () => live.disconnect();
    live.connect('mine');
    await eventually(() => lost === 1);
    onLost = () => undefined;
    await untilOthersRetried();
    expect(attempts.filter((token) => token === 'mine')).toHaveLength(1);
  });

  it('asks again for a topic that the service could not decide on, and tells what was missed', async () => {
    subscriptions = [
      { ok: false, code: 'store.away' },
      { ok: false, code: 'internal' },
    ];
    live = make(soon);
    const told: string[] = [];
    live.subscribe('testRuns', ({ kind }) => told.push(kind));
    live.connect('mine');
    live.follow('a1' as AccountId);
    await eventually(() => told.length > 0);
    expect([asked, told]).toEqual([['testRuns', 'testRuns', 'testRuns'], ['resync']]);
  });

  it('does not ask again for a topic that is refused', async () => {
    subscriptions = [{ ok: false, code: 'notFound' }];
    live = make(soon);
    live.subscribe('agents', () => undefined);
    live.connect('mine');
    live.follow('a1' as AccountId);
    await eventually(() => asked.length === 1);
    await untilOthersRetried();
    expect(asked).toEqual(['agents']);
  });
});
