import { apiKeyMay, type Call, ErrorBody, FileAnswer, limits, type Permission, type Position } from '@assay/contract';
import { newId } from '@assay/event-log';
import type { Scope, WaitScope } from '@assay/projections';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { IsObject, type TSchema, Type } from 'typebox';
import type { Api } from '../api.ts';
import { ApiError, otherVersion } from './apiErrors.ts';
import type { Caller, CallerOf } from './callers.ts';
import { callIds } from './callIds.ts';
import { compressed } from './compressAnswers.ts';
import { contextOf } from './contextOf.ts';
import { checked, InvalidBody, refuseForm } from './form.ts';
import { idempotentAnswer } from './idempotentAnswer.ts';
import { identifyCaller } from './identifyCaller.ts';
import { idsForKeys } from './idsForKeys.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
import { requestValidation } from './requestValidation.ts';
import { requireFeature } from './requireFeature.ts';
import { etagOf, expectedRevisionOf, idempotencyKeyOf } from './revisions.ts';
import type { Received, Route } from './route.ts';
import { logChangeOfRights } from './securityLog.ts';
import { withoutReadOnlyFields } from './sentBack.ts';
import { withNewest } from './withNewest.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

const maxBodyBytes = 1024 * 1024;
/** The most that any call of people takes are chosen tests; the rest of a body is far less than half of them. */
const maxValuesOfPeople = 1.5 * limits.selectedTests;
/** How long a query waits for the read models to reach the caller's last write. */
const ownWritesWaitMs = 3_000;

function abortedWithConnection(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function securityOf(permission: Permission): Record<string, string[]>[] {
  if (permission === 'public') return [];
  if (permission === 'agent') return [{ agentToken: [] }];
  return apiKeyMay(permission) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}

const noQuery = Type.Object({});
const strictQueries = new WeakMap<TSchema, TSchema>();

/** A misspelt filter is refused, not taken for none. One schema for each query, so that it is compiled once. */
function onlyDeclared(query: TSchema = noQuery): TSchema {
  let strict = strictQueries.get(query);
  if (!strict) {
    strict = Type.Object(IsObject(query) ? query.properties : {}, { additionalProperties: false });
    strictQueries.set(query, strict);
  }
  return strict;
}

function schemaOf(call: Call) {
  const { params, query, body, answer, otherAnswers, status = 200, summary, permission, path } = call;
  const mediaType = mediaTypeOf(call);
  return {
    summary,
    tags: [path.split('/')[1] ?? ''],
    security: securityOf(permission),
    ...(params ? { params } : {}),
    querystring: onlyDeclared(query),
    ...(body ? { body } : {}),
    ...(mediaType === 'application/json' ? {} : { consumes: [mediaType] }),
    response: { [status]: status === 204 ? Type.Null() : answer, ...otherAnswers, default: ErrorBody },
  };
}

/** Staff look into every account, and a person without an account sees who they are. */
function scopeOf(caller: Caller): Scope {
  if (caller?.kind === 'member' || caller?.kind === 'apiKey') return caller.accountId;
  return caller?.kind === 'staff' ? 'all' : 'installation';
}

/** Registers a route: identifies the caller, then validates the input, then runs the handler. */
export function registerRoute(app: FastifyInstance, api: Api, { call, handle, form }: Route): void {
  const { method, path, permission, status = 200 } = call;
  const isPersons = permission !== 'agent';

  const handleCall = async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = request;
    const member = caller?.kind === 'member' || caller?.kind === 'apiKey' ? caller : null;
    const key =
      member && method === 'POST' && !call.secretAnswer && mediaTypeOf(call) === 'application/json'
        ? idempotencyKeyOf(request.headers['idempotency-key'])
        : null;
    const repeatable = member && key !== null ? { scope: `${member.accountId} ${method} ${path}`, key } : null;
    const minPosition = request.headers['min-position'];
    const mayBeNew = caller !== null && isPersons && method === 'GET';
    const reads: WaitScope = { scope: scopeOf(caller), tier: call.readsHistory ? 'trailing' : 'prompt' };
    if (mayBeNew && typeof minPosition === 'string') {
      await api.readModels.waitFor(minPosition as Position, ownWritesWaitMs, reads);
    }
    const received: Received<Call> = {
      api,
      caller: caller as CallerOf<typeof permission>,
      params: request.params,
      query: request.query,
      body: request.body,
      requestId: request.id,
      context: contextOf(caller, request),
      expectedRevision: expectedRevisionOf(request.headers['if-match']),
      newId,
      gone: abortedWithConnection(reply),
      errors: [],
      request,
      reply,
    };
    if (form && request.validationError) {
      if (request.validationError instanceof InvalidBody) await refuseForm(form, request.validationError, received);
      throw request.validationError;
    }
    const callWith = async (newIdOf: Received<Call>['newId']) =>
      handle({ ...received, newId: newIdOf, errors: await checked(form, received) });
    if (repeatable) {
      const content = [request.url, request.body ?? null];
      const kept = await idempotentAnswer(api.operations, { ...repeatable, content }, async (firstBegunAt) => ({
        statusCode: status,
        body: JSON.stringify(await callWith(callIds(api.operations, { ...repeatable, firstBegunAt }))),
      }));
      logChangeOfRights(api.config.securityLog, request, call);
      const etag = etagOf(JSON.parse(kept.body));
      if (etag) reply.header('etag', etag);
      return reply.code(kept.statusCode).type('application/json; charset=utf-8').serializer(String).send(kept.body);
    }
    const answer = await (mayBeNew ? withNewest(api, reads, () => callWith(newId)) : callWith(newId));
    logChangeOfRights(api.config.securityLog, request, call);
    const etag = etagOf(answer);
    if (etag) reply.header('etag', etag);
    // A handler may have set another status, such as 206 or 503.
    if (reply.statusCode === 200) reply.code(status);
    return status === 204 ? reply.send() : answer;
  };

  const options: RouteShorthandOptions = {
    schema: schemaOf(call),
    ...(isPersons ? { config: { maxValues: maxValuesOfPeople } } : {}),
    attachValidation: form !== undefined,
    bodyLimit: call.bodyLimit ?? maxBodyBytes,
    validatorCompiler: requestValidation({
      tidy: isPersons,
      verbatim: call.verbatim ?? [],
      anyBody: mediaTypeOf(call) !== 'application/json',
      form: form !== undefined,
      ...(isPersons ? {} : { refusal: otherVersion }),
    }),
    onRequest: async (request) => {
      if (!call.withoutStores && api.stores.away()) throw new ApiError('store.away', { retryAfterSeconds: 2 });
      const caller = await identifyCaller(request, permission, api);
      if (caller?.kind === 'member' || caller?.kind === 'apiKey') api.requestQuota.take(caller.accountId);
      request.caller = caller;
      await requireFeature(api, caller, call);
    },
    preValidation: async (request) => {
      const { caller } = request;
      if (caller?.kind === 'member' || caller?.kind === 'apiKey') {
        request.params = await idsForKeys(api, caller.accountId, call.params, request.params);
        request.query = await idsForKeys(api, caller.accountId, call.query, request.query);
      }
      request.body = withoutReadOnlyFields(call, Object(request.params), request.body);
    },
    ...(call.answer === FileAnswer || call.secretAnswer ? {} : { compress: compressed }),
  };
  app.route({ method, url: `/api${path}`, ...options, handler: handleCall });
}

/** Request ids: sortable by time, unguessable. */
export function newRequestId(): string {
  return newId<string>();
}
