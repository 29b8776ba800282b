import type { Server as HttpServer } from 'node:http';
import {
  type AccountId,
  socketMessages,
  socketPath,
  type TopicAnswer,
  TopicRequest,
  topics,
  type UserId,
} from '@assay/contract';
import { type Notice, sessionEndedTopic } from '@assay/operations';
import { projectedTopic, rebuiltTopic, writtenTopic } from '@assay/projections';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { Compile } from 'typebox/compile';
import type { Api } from '../api.ts';
import type { Route } from '../http/route.ts';
import { isStoreAway } from '../stores/storeAway.ts';
import { ChangeCoalescer } from './coalesceChanges.ts';
import { ExpiryTimers } from './expiryTimers.ts';
import { RecentChanges } from './recentChanges.ts';
import { topicAccessOf, topicTable } from './topicAccess.ts';

/** There may be work to claim. */
const workTopic = 'work';
/** One browser with many open pages stays far below this. */
const maxTopics = 200;
const maxMessageBytes = 16 * 1024;
/** What decides who may hear the topics of an account. */
const decidingTopics: ReadonlySet<string> = new Set([topics.userRoles, topics.staffAccess, topics.account]);
/** Sessions also expire, without any notice. */
const sessionCheckMs = 60_000;

type Session = { userId: UserId; sessionId: string; token: string };
const topicRequest = Compile(TopicRequest);

function sessionOf(socket: Socket): Session {
  return (socket.data as { session: Session }).session;
}

/** Rooms of a socket: its own, and one per topic. Account ids hold no slash. */
function roomOf(account: string, topic: string): string {
  return `${account}/${topic}`;
}

export type LiveServer = { stop(): Promise<void> };

/**
 * Pushes changes to the browsers that subscribed to them. All api processes follow the same feed, and each serves its
 * own sockets.
 * @param signInMs how long a socket may be open without a session
 */
export async function startLiveServer(
  httpServer: HttpServer,
  api: Api,
  routes: readonly Route[],
  log: FastifyBaseLogger,
  signInMs: number,
): Promise<LiveServer> {
  const table = topicTable(routes.map(({ call }) => call));
  const io = new Server(httpServer, {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    connectTimeout: signInMs,
  });

  const changes = new ChangeCoalescer((room, { ids, position }) => {
    const slash = room.indexOf('/');
    const [account, topic] = [room.slice(0, slash) as AccountId, room.slice(slash + 1)];
    // A log chunk has no position of its own, so the last projected one serves.
    const at = position ?? api.readModels.noticed(account) ?? '';
    io.to(room).emit(socketMessages.changed, { account, topic, ids, position: at });
  });

  const recent = new RecentChanges(() => performance.now());

  function roomsFor({ accountId, topic }: Notice): string[] {
    const { rooms } = io.sockets.adapter;
    if (accountId !== null) return rooms.has(roomOf(accountId, topic)) ? [roomOf(accountId, topic)] : [];
    return [...rooms.keys()].filter((room) => room.endsWith(`/${topic}`));
  }

  function endSessions(sessionIds: readonly string[]): void {
    for (const socket of io.sockets.sockets.values()) {
      if (sessionIds.includes(sessionOf(socket).sessionId)) socket.disconnect(true);
    }
  }

  /** Topics that end by time are withdrawn at that time. */
  async function mayHear(userId: UserId, of: { account: AccountId; topic: string }): Promise<TopicAnswer> {
    const access = await topicAccessOf(api, table, userId, of);
    if (access.refusal !== null) return { ok: false, code: access.refusal };
    if (access.until !== null) expiry.set(of.account, userId, access.until);
    return { ok: true };
  }

  /** Takes what people may no longer hear away from their open sockets; their pages then read everything again. */
  async function withdrawTopics(account: AccountId, isMeant: (userId: UserId) => boolean): Promise<void> {
    for (const socket of io.sockets.sockets.values()) {
      const { userId } = sessionOf(socket);
      const rooms = [...socket.rooms].filter((name) => name.startsWith(`${account}/`));
      if (rooms.length === 0 || !isMeant(userId)) continue;
      for (const room of rooms) {
        const topic = room.slice(account.length + 1);
        if (!(await mayHear(userId, { account, topic })).ok) await socket.leave(room);
      }
      socket.emit(socketMessages.resync);
    }
  }

  const expiry = new ExpiryTimers((account, userId) => withdrawTopics(account, (id) => id === userId));

  function pushNotice(notice: Notice): void {
    const { topic, ids, position } = notice;
    api.readModels.onNotice(notice);
    // Before browsers hear of it: they ask at once.
    if (notice.accountId !== null && topic.startsWith(topics.repository(''))) {
      for (const shownUrl of ids) api.repositories.forget(notice.accountId, shownUrl);
    }
    switch (topic) {
      case projectedTopic:
      case writtenTopic:
        return;
      case workTopic:
        api.workNotices.tell();
        return;
      case sessionEndedTopic:
        api.sessions.ended();
        endSessions(ids);
        return;
      case rebuiltTopic:
        recent.gap();
        io.emit(socketMessages.resync);
        return;
      default:
        recent.changed(notice.accountId, topic);
        for (const room of roomsFor(notice)) changes.changed(room, { ids, position });
        if (notice.accountId !== null && decidingTopics.has(topic)) {
          const isMeant = (userId: UserId) => topic === topics.account || ids.includes(userId);
          withdrawTopics(notice.accountId, isMeant).catch((error: unknown) => {
            log.warn({ err: error }, 'whether people may still hear their topics could not be checked');
          });
        }
    }
  }

  async function subscribe(socket: Socket, request: unknown): Promise<TopicAnswer> {
    const receivedAt = performance.now();
    if (!topicRequest.Check(request)) return { ok: false, code: 'request.invalid' };
    if (socket.rooms.size > maxTopics) return { ok: false, code: 'rate.limited' };
    try {
      const answer = await mayHear(sessionOf(socket).userId, request);
      if (!answer.ok) return answer;
    } catch (error) {
      log.warn({ err: error }, 'a subscription could not be authorised');
      return { ok: false, code: isStoreAway(error) ? 'store.away' : 'internal' };
    }
    const { account, topic, readMsAgo } = request;
    await socket.join(roomOf(account, topic));
    if (readMsAgo === undefined) return { ok: true };
    const readAgo = readMsAgo + performance.now() - receivedAt;
    return { ok: true, changed: recent.hasChanged(account, topic, readAgo) };
  }

  io.use((socket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown };
    const found = typeof token === 'string' ? api.operations.sessions.find(token) : Promise.resolve(null);
    found.then(
      (session) => {
        if (!session || typeof token !== 'string') return next(new Error('auth.required'));
        socket.data = { session: { ...session, token } };
        next();
      },
      () => next(new Error('store.away')),
    );
  });

  io.on('connection', (socket) => {
    type Answer = (answer: TopicAnswer) => void;
    const answerWith = (answer: unknown): Answer =>
      typeof answer === 'function' ? (answer as Answer) : () => undefined;
    socket.on(socketMessages.subscribe, (request: unknown, answer: unknown) => {
      void subscribe(socket, request).then(answerWith(answer));
    });
    socket.on(socketMessages.unsubscribe, (request: unknown, answer: unknown) => {
      const valid = topicRequest.Check(request);
      if (valid) void socket.leave(roomOf(request.account, request.topic));
      answerWith(answer)(valid ? { ok: true } : { ok: false, code: 'request.invalid' });
    });
  });

  async function checkSessions(): Promise<void> {
    for (const socket of io.sockets.sockets.values()) {
      const session = await api.operations.sessions.find(sessionOf(socket).token);
      if (!session) socket.disconnect(true);
    }
  }
  const checking = setInterval(() => {
    checkSessions().catch((error) => log.warn({ err: error }, 'sessions could not be checked'));
  }, sessionCheckMs);

  const tail = await api.operations.changeFeed.tail({
    onNotices: (notices) => {
      const startTime = new Date();
      for (const notice of notices) pushNotice(notice);
      for (const { traceparents = [] } of notices) api.recorder.noteTraces('Sockets.push', traceparents, startTime);
    },
    onGap: () => {
      recent.gap();
      io.emit(socketMessages.resync);
      api.readModels.noticesMissed();
      api.sessions.noticesMissed();
      api.workNotices.tell();
    },
    onCurrent: (at) => {
      api.readModels.noticesCurrent(at);
      api.sessions.noticesCurrent(at);
    },
    onLost: () => {
      api.readModels.noticesLost();
      api.sessions.noticesLost();
    },
  });

  return {
    stop: async () => {
      clearInterval(checking);
      expiry.stop();
      changes.stop();
      await tail.stop();
      // Only the sockets: whoever opened the HTTP server closes it.
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}
