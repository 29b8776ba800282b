import { type BodyMediaType, bodyMediaTypes } from '@assay/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './apiErrors.ts';
import { exceeds } from './jsonShape.ts';
import { limitJsonBodies, limitPauses, type SlowClients } from './slowClients.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many values a JSON body may hold in all. */
    maxValues?: number;
  }
}

/** Twice the depth of the deepest body that any call takes. */
const maxDepth = 16;
const refusals = { depth: 'request.tooDeep', values: 'request.tooManyValues' } as const;

function refusalOf(json: string, { routeOptions: { config } }: FastifyRequest): ApiError | null {
  const exceeded = exceeds(json, { depth: maxDepth, values: config.maxValues ?? Number.MAX_SAFE_INTEGER });
  return exceeded && new ApiError(refusals[exceeded]);
}

/** An empty body counts as none. */
function parseJsonBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const refusal = refusalOf(body, request);
    if (refusal) done(refusal);
    else void parseJson(request, body, done);
  });
}

/** Hands the body to the handler unread. */
function passOnBodies(scope: FastifyInstance, mediaType: BodyMediaType): void {
  scope.addContentTypeParser(mediaType, (_request, payload, done) => done(null, payload));
}

/**
 * Makes a scope of routes for each media type of bodies. Fastify refuses a body of any other with 415 before a byte of
 * it is read.
 */
export async function scopesByBody(
  app: FastifyInstance,
  patience: SlowClients,
  register: (scope: FastifyInstance, mediaType: BodyMediaType) => void,
): Promise<void> {
  app.removeAllContentTypeParsers();
  for (const mediaType of bodyMediaTypes) {
    await app.register(async (scope) => {
      if (mediaType === 'application/json') {
        limitJsonBodies(scope, patience);
        parseJsonBodies(scope);
      } else {
        limitPauses(scope, patience);
        passOnBodies(scope, mediaType);
        // A mail program may send the one field of its form in either way.
        if (mediaType === 'application/x-www-form-urlencoded') passOnBodies(scope, 'multipart/form-data');
      }
      register(scope, mediaType);
    });
  }
}
