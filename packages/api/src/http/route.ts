import type { Permission } from '@assay/contract';
import type { AppendContext } from '@assay/event-log';
import type { AccountReads } from '@assay/projections';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Api } from '../api.ts';
import type { CallerOf } from './callers.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of a route: who calls, with what, and what the handler works with. */
export type Call<P extends Permission, Params, Query, Body> = {
  api: Api;
  caller: CallerOf<P>;
  params: Params;
  query: Query;
  body: Body;
  requestId: string;
  /** The envelope of facts that this call leads to. */
  context: AppendContext;
  /** The revision that the caller has seen (If-Match). */
  expectedRevision: number | undefined;
  /** A new id; the same one when the call is repeated with its Idempotency-Key. */
  newId<Id extends string>(): Id;
  /** Fires when the caller went away before the answer. */
  gone: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What can be subscribed to, declared beside the route whose data it keeps fresh; the route's permission holds for it. */
export type RouteTopic = {
  /** 'projects', or the part before the colon: 'testRun' of 'testRun:<id>'. */
  name: string;
  /** For topics with an id: whether that thing is the account's. */
  isOwn?: (id: string, account: { api: Api; models: AccountReads; accountId: string }) => Promise<boolean>;
};

export type Route<
  P extends Permission = Permission,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> = {
  method: HttpMethod;
  /** Below /api, with `:name` for what `params` describes. */
  url: string;
  summary: string;
  permission: P;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /** 200 unless said; 204 for an empty answer. */
  status?: 200 | 201 | 204;
  /** Answers under other statuses that are no errors' bodies. */
  otherAnswers?: Readonly<Record<number, TSchema>>;
  /** Largest body, in bytes; 1 MiB unless said. */
  bodyLimit?: number;
  /** The body is multipart/form-data: `body` only describes it, and the handler reads it from the request. */
  multipart?: true;
  /** Properties of the body whose strings are not trimmed. */
  verbatim?: readonly string[];
  /** The answer holds a secret, and is not kept for repeats of the request. */
  secretAnswer?: true;
  /** Most calls in a minute by one address, for one value of `per` in the body. */
  mostPerMinute?: { calls: number; per: string };
  /** What it answers is of the read model of tests' history, which comes after the others. */
  readsHistory?: true;
  /** Answers while a store is away. */
  withoutStores?: true;
  topics?: readonly RouteTopic[];
  handle(call: Call<P, Static<Params>, Static<Query>, Static<Body>>): Promise<Static<Answer>>;
};

/** Declares a route; the types of its parts follow from its schemas. */
export function route<
  P extends Permission,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
>(declaration: Route<P, Params, Query, Body, Answer>): Route<P, Params, Query, Body, Answer> {
  return declaration;
}
