import { type BackOffLimits, backOffMs } from '@assay/concurrency';
import { type AccountId, type ReadModelChanged, socketMessages, socketPath, type TopicAnswer } from '@assay/contract';
import { io, type Socket } from 'socket.io-client';
import type { LiveChange, LiveSource } from './liveSource.ts';

type Topic = {
  listeners: Set<(change: LiveChange) => void>;
  /** When it was first listened to, by `performance.now()`; reads under it are sent later. */
  since: number;
  subscribed: boolean;
  /** Whether changes were missed while the socket was away. */
  missed: boolean;
  /** How often the service could not say whether it may be subscribed. */
  failures: number;
};

export type LiveSocket = LiveSource & {
  /** Opens the socket. Topics are subscribed once the account is known. */
  connect(token: string): void;
  /** Subscribes to the topics of this account. */
  follow(account: AccountId): void;
  disconnect(): void;
  /** Connects at once if the socket is lost, instead of after the current delay: the device is awake or online again. */
  retryNow(): void;
  /** Connects anew: after a sleep the connection is dead, which neither end has noticed. */
  reconnect(): void;
};

/** How long to wait for a socket that opens but stays silent before falling back to polling. */
const handshakeMilliseconds = 5_000;

/** The service could not decide on a subscription; other codes are its decision. */
const undecided = ['store.away', 'internal', 'rate.limited'];

const refusalDelays: BackOffLimits = { first: 1_000, max: 10_000 };

/**
 * The browser's only socket, shared by all features; topics are counted, so that each is subscribed once. It retries
 * until the service accepts it, unless the token is refused.
 * @param url of the service
 * @param delays between attempts that the service refuses, as it does while it starts
 */
export function makeLiveSocket(
  url: string,
  on: { opened: () => void; lost: () => void },
  delays: BackOffLimits = refusalDelays,
): LiveSocket {
  const topics = new Map<string, Topic>();
  let socket: Socket | null = null;
  let account: AccountId | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** Whether the service refuses the token. */
  let signedOut = false;

  function tell(topic: Topic, change: LiveChange): void {
    for (const listener of topic.listeners) listener(change);
  }

  function ask(name: string, topic: Topic): void {
    if (!socket?.connected || account === null) return;
    const readMsAgo = Math.ceil(performance.now() - topic.since);
    socket.emit(socketMessages.subscribe, { account, topic: name, readMsAgo }, (answer: TopicAnswer) => {
      topic.subscribed = answer.ok;
      if (!answer.ok && undecided.includes(answer.code)) askAgain(name, topic);
      else topic.failures = 0;
      if (answer.ok && (topic.missed || answer.changed)) tell(topic, { kind: 'resync' });
      topic.missed = false;
    });
  }

  function askAgain(name: string, topic: Topic): void {
    topic.failures += 1;
    const asked = socket;
    setTimeout(
      () => {
        if (topics.get(name) === topic && !topic.subscribed && socket === asked) ask(name, topic);
      },
      backOffMs(topic.failures, delays),
    );
  }

  function lose(): void {
    for (const topic of topics.values()) {
      topic.missed ||= topic.subscribed;
      topic.subscribed = false;
    }
  }

  return {
    subscribe(name, listener) {
      const known = topics.get(name);
      const topic = known ?? {
        listeners: new Set(),
        since: performance.now(),
        subscribed: false,
        missed: false,
        failures: 0,
      };
      topic.listeners.add(listener);
      if (!known) {
        topics.set(name, topic);
        ask(name, topic);
      }
      return () => {
        topic.listeners.delete(listener);
        if (topic.listeners.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        if (socket?.connected) socket.emit(socketMessages.unsubscribe, { account, topic: name });
      };
    },
    connect(token) {
      this.disconnect();
      signedOut = false;
      const opened = io(url, {
        path: socketPath,
        transports: ['websocket'],
        timeout: handshakeMilliseconds,
        auth: { token },
        // A socket of its own: one that was closed may not be used again for another token.
        forceNew: true,
      });
      socket = opened;
      let refusals = 0;
      opened.on('connect', () => {
        refusals = 0;
        on.opened();
        for (const [name, topic] of topics) ask(name, topic);
      });
      function away(): void {
        lose();
        // The client library retries a lost connection, but neither a refused one nor one that the service ended.
        if (!opened.active && !signedOut) {
          refusals += 1;
          clearTimeout(retry);
          retry = setTimeout(() => opened.connect(), backOffMs(refusals, delays));
        }
        on.lost();
      }
      opened.on('disconnect', away);
      opened.on('connect_error', ({ message }) => {
        signedOut = message === 'auth.required';
        away();
      });
      opened.on(socketMessages.changed, (message: ReadModelChanged) => {
        const topic = message.account === account ? topics.get(message.topic) : undefined;
        if (topic) tell(topic, { kind: 'changed', ids: message.ids, position: message.position });
      });
      opened.on(socketMessages.resync, () => {
        for (const topic of topics.values()) tell(topic, { kind: 'resync' });
      });
    },
    follow(chosen) {
      account = chosen;
      for (const [name, topic] of topics) ask(name, topic);
    },
    retryNow() {
      if (!socket || socket.connected || signedOut) return;
      clearTimeout(retry);
      // Also ends a delay of the client library's own.
      socket.disconnect().connect();
    },
    reconnect() {
      if (!socket || signedOut) return;
      socket.disconnect();
      clearTimeout(retry);
      socket.connect();
    },
    disconnect() {
      clearTimeout(retry);
      socket?.removeAllListeners();
      socket?.disconnect();
      socket = null;
      account = null;
      lose();
    },
  };
}
