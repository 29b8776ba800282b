import type { FieldError } from '@assay/application';
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
  /** What the checks of its form found wrong. */
  errors: readonly FieldError[];
  request: FastifyRequest;
  reply: FastifyReply;
};

type Body<C extends Call> = Received<C>['body'];
export type Fields<C extends Call> = Body<C> | { [Name in keyof Body<C>]?: Body<C>[Name] };
/** A request whose body may lack the fields that broke a rule. */
export type Part<C extends Call> = Omit<Received<C>, 'body' | 'errors'> & { body: Fields<C> };

/** A body that people fill in: what is wrong with it besides what its schema says. */
export type Form<C extends Call> = {
  /** Each throws InvalidFields for the fields at fault, or that the thing itself is not there. */
  checks?(received: Part<C>): (() => unknown)[];
  /** Of a body that its schema refuses: what the handler would find wrong with the other fields. */
  rest?(received: Part<C>): Promise<FieldError[]>;
};

/** A call that contract declares, with its handler. */
export type Route = { call: Call; handle: (received: Received<Call>) => Promise<unknown>; form?: Form<Call> };

/**
 * Binds a handler to a call; what the handler receives and answers follows from the call's schemas.
 * @param form for a body that people fill in, so that they get all of its errors at once
 */
export function route<C extends Call<Permission>>(
  call: C,
  handle: (received: Received<C>) => Promise<CallAnswer<C>>,
  form?: Form<C>,
): Route {
  return { call, handle: handle as Route['handle'], ...(form ? { form: form as Form<Call> } : {}) };
}
