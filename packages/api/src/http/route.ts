import type { Call, CallAnswer, Permission } from '@assay/contract';
import type { AppendContext } from '@assay/event-log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Api } from '../api.ts';
import type { CallerOf } from './callers.ts';

type Sent<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
type SentParts<C extends Call> =
  C extends Call<Permission, infer Params, infer Query, infer Body, TSchema>
    ? { params: Sent<Params>; query: Sent<Query>; body: Sent<Body> }
    : never;

/** One request for a call: its caller, its input, and what the handler works with. */
export type Received<C extends Call> = SentParts<C> & {
  api: Api;
  caller: CallerOf<C['permission']>;
  requestId: string;
  /** The envelope of the events that this request records. */
  context: AppendContext;
  /** The revision that the caller has seen (If-Match). */
  expectedRevision: number | undefined;
  /** A new id, or the same again when the request is repeated with its Idempotency-Key. */
  newId<Id extends string>(): Id;
  /** Fires when the caller disconnects before the answer. */
  gone: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A call that contract declares, with its handler. */
export type Route = { call: Call; handle: (received: Received<Call>) => Promise<unknown> };

/** Binds a handler to a call; what the handler receives and answers follows from the call's schemas. */
export function route<C extends Call<Permission>>(
  call: C,
  handle: (received: Received<C>) => Promise<CallAnswer<C>>,
): Route {
  return { call, handle: handle as Route['handle'] };
}
