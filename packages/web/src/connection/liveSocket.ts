import { type AccountId, type ReadModelChanged, socketMessages, socketPath, type TopicAnswer } from '@assay/contract';
import type { Socket } from 'socket.io-client';
import type { LiveChange, LiveSource } from './liveSource.ts';

type Topic = {
  listeners: Set<(change: LiveChange) => void>;
  subscribed: boolean;
  missed: boolean;
  waiting: Set<() => void>;
};

export type LiveSocket = LiveSource & {
  connect(session: { token: string; account: AccountId }): Promise<void>;
  disconnect(): void;
};

/** How long a fetch waits for a socket that is still opening. */
const readyMilliseconds = 400;
/** How long to wait for a socket that opens but stays silent before falling back to polling. */
const handshakeMilliseconds = 5_000;

/** The browser's only socket, shared by all features; topics are counted, so that each is subscribed once. */
export function makeLiveSocket(on: { opened: () => void; lost: () => void }): LiveSocket {
  const topics = new Map<string, Topic>();
  let socket: Socket | null = null;
  let account: AccountId | null = null;
  let opening = false;
  /** Counts connections, so that one abandoned while loading is not opened after all. */
  let generation = 0;

  function tell(topic: Topic, change: LiveChange): void {
    for (const listener of topic.listeners) listener(change);
  }

  function release(topic: Topic): void {
    for (const resolve of topic.waiting) resolve();
    topic.waiting.clear();
  }

  function ask(name: string, topic: Topic): void {
    if (!socket?.connected) return;
    socket.emit(socketMessages.subscribe, { account, topic: name }, (answer: TopicAnswer) => {
      topic.subscribed = answer.ok;
      release(topic);
      if (answer.ok && topic.missed) tell(topic, { kind: 'resync' });
      topic.missed = false;
    });
  }

  return {
    subscribe(name, listener) {
      const topic = topics.get(name) ?? { listeners: new Set(), subscribed: false, missed: false, waiting: new Set() };
      topic.listeners.add(listener);
      if (!topics.has(name)) {
        topics.set(name, topic);
        ask(name, topic);
      }
      return () => {
        topic.listeners.delete(listener);
        if (topic.listeners.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        release(topic);
        if (socket?.connected) socket.emit(socketMessages.unsubscribe, { account, topic: name });
      };
    },
    ready(name) {
      const topic = topics.get(name);
      if (!topic || topic.subscribed) return Promise.resolve();
      if (!socket?.connected && !opening) {
        topic.missed = true;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          topic.waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(() => {
          topic.missed = true;
          done();
        }, readyMilliseconds);
        topic.waiting.add(done);
      });
    },
    async connect(session) {
      this.disconnect();
      account = session.account;
      opening = true;
      const wanted = ++generation;
      // Loaded separately: the page is drawn before it is needed.
      const { io } = await import('socket.io-client');
      if (wanted !== generation) return;
      const opened = io({
        path: socketPath,
        transports: ['websocket'],
        timeout: handshakeMilliseconds,
        auth: { token: session.token },
      });
      socket = opened;
      opened.on('connect', () => {
        opening = false;
        on.opened();
        for (const [name, topic] of topics) ask(name, topic);
      });
      const lose = () => {
        opening = false;
        for (const topic of topics.values()) {
          topic.subscribed = false;
          topic.missed = true;
          release(topic);
        }
        on.lost();
      };
      opened.on('disconnect', lose);
      opened.on('connect_error', lose);
      opened.on(socketMessages.changed, (message: ReadModelChanged) => {
        const topic = message.account === account ? topics.get(message.topic) : undefined;
        if (topic) tell(topic, { kind: 'changed', ids: message.ids, position: message.position });
      });
      opened.on(socketMessages.resync, () => {
        for (const topic of topics.values()) tell(topic, { kind: 'resync' });
      });
    },
    disconnect() {
      generation += 1;
      socket?.removeAllListeners();
      socket?.disconnect();
      socket = null;
      opening = false;
      for (const topic of topics.values()) {
        topic.subscribed = false;
        topic.missed = true;
        release(topic);
      }
    },
  };
}
