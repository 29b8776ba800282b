import {
  type Call,
  type CallAnswer,
  type CallInput,
  type ErrorBody,
  isOfAccount,
  mcpPath,
  requestOf,
  scopeIncludes,
} from '@assay/contract';
import type { Service } from '@assay/mcp';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { bearerTokenOf, identifyCaller } from '../http/identifyCaller.ts';
import { limitJsonBodies, type SlowClients } from '../http/slowClients.ts';

const maxBodyBytes = 256 * 1024;

/** The SDK is as large as the rest of the api, and not every installation has coding agents. */
const loadMcp = () => import('@assay/mcp');

/**
 * Serves the Model Context Protocol (Streamable HTTP, stateless) to coding agents with an API key. Each tool makes calls
 * of the API with that key, so that it can do what the key may do, and counts as they do.
 */
export async function serveMcp(root: FastifyInstance, api: Api, patience: SlowClients): Promise<void> {
  await root.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    limitJsonBodies(scope, patience);
    scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    const options = { bodyLimit: maxBodyBytes, schema: { hide: true } };
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: mcpPath,
      ...options,
      handler: async (request, reply) => {
        requireOwnOrigin(request, api);
        const service = await serviceFor(root, api, request);
        const { createMcpHandler, mcpServer } = await loadMcp();
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        // Nothing changes that a client could subscribe to.
        const handler = createMcpHandler(() => mcpServer(service), { maxSubscriptions: 0 });
        const response = await handler.fetch(webRequestOf(request, api, gone.signal));
        const body = Buffer.from(await response.arrayBuffer());
        await handler.close();
        return reply.code(response.status).headers(Object.fromEntries(response.headers)).send(body);
      },
    });
  });
}

/** A page that a browser shows has no business here, even if it resolved its own name to this machine. */
function requireOwnOrigin({ headers: { origin } }: FastifyRequest, { config }: Api): void {
  if (origin !== undefined && origin !== new URL(config.publicUrl).origin) throw new ApiError('auth.forbidden');
}

/** @throws ApiError 401 without a valid API key */
async function serviceFor(root: FastifyInstance, api: Api, request: FastifyRequest): Promise<Service> {
  const token = bearerTokenOf(request);
  if (token === null || !api.operations.apiKeys.isKey(token)) throw new ApiError('auth.required');
  const caller = await identifyCaller(request, 'testRun.read', api);
  if (caller?.kind !== 'apiKey') throw new ApiError('auth.required');
  const headers = { authorization: `Bearer ${token}`, 'user-agent': request.headers['user-agent'] ?? 'MCP' };
  return {
    url: api.config.publicUrl.replace(/\/+$/, ''),
    may: (permission) => isOfAccount(permission) && scopeIncludes(caller.scope, permission),
    async ask<C extends Call>(call: C, input: CallInput<C>): Promise<CallAnswer<C>> {
      const { method, path, body } = requestOf(call, input);
      const payload = body === undefined ? {} : { payload: body as object };
      const sent = { method, url: `/api${path}`, headers, remoteAddress: request.ip, ...payload };
      const answer = await root.inject(sent);
      if (answer.statusCode >= 400) throw new (await loadMcp()).Refused(messageOf(answer.json<ErrorBody>()));
      return answer.json<CallAnswer<C>>();
    },
  };
}

function messageOf({ message, errors = [] }: ErrorBody): string {
  return [message, ...errors.map((each) => `${each.field}: ${each.message}`)].join('\n');
}

function webRequestOf({ method, headers, body }: FastifyRequest, { config }: Api, signal: AbortSignal): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') sent.set(name, value);
  // The body was read, and may be written otherwise here.
  sent.delete('content-length');
  const url = new URL(mcpPath, config.publicUrl);
  return new Request(url, { method, headers: sent, signal, ...(typeof body === 'string' ? { body } : {}) });
}
