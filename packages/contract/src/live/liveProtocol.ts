import { type Static, Type } from 'typebox';
import { AccountId, Position } from '../ids.ts';

/**
 * The socket: one per browser, WebSocket transport only, path `/socket`, `auth: { token }`.
 * Client → server: `topic.subscribe` {account, topic, readMsAgo?} and `topic.unsubscribe` {account, topic}, each
 * acknowledged with {ok} or {ok: false, code}.
 * Server → client: `readModel.changed` and `resync`.
 */
export const socketPath = '/socket';

/** The topic is one of `topics`. */
export const TopicRequest = Type.Object({
  account: AccountId,
  topic: Type.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z]+(:[A-Za-z0-9._-]+)?$' }),
  readMsAgo: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'milliseconds since the first read under the topic was sent; the answer then says whether to read again',
    }),
  ),
});
export type TopicRequest = Static<typeof TopicRequest>;

/** `changed`: something under the topic changed since the read, or may have. */
export type TopicAnswer = { ok: true; changed?: boolean } | { ok: false; code: string };

/**
 * Something under a topic changed: fetch it again, or what changed since your position. Coalesced to about ten per
 * second.
 */
export const ReadModelChanged = Type.Object({
  account: AccountId,
  topic: Type.String(),
  ids: Type.Array(Type.String(), { description: 'of the changed documents; empty: many' }),
  position: Position,
});
export type ReadModelChanged = Static<typeof ReadModelChanged>;

export const socketMessages = {
  subscribe: 'topic.subscribe',
  unsubscribe: 'topic.unsubscribe',
  changed: 'readModel.changed',
  resync: 'resync',
} as const;
