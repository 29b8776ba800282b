import { type AuthorizationId, isGitService } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { limitJsonBodies, type SlowClients } from '../http/slowClients.ts';
import { pushedRepository } from './pushedRepository.ts';
import { refreshRepository } from './refreshRepository.ts';
import { recordIssueStatus, toldIssue } from './toldIssue.ts';
import { isSigned } from './webhookSignature.ts';
import { gitHubAppPath, webhookPath } from './webhookUrl.ts';

/** Services name each commit of a push, but no more than some thousands. */
const maxBodyBytes = 2 * 1024 * 1024;
const knownId = /^[\w-]{1,60}\.[A-Za-z]{1,20}$/;

function told(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ApiError('request.unreadable');
  }
}

/** @throws ApiError `webhook.unsigned`, the same whether there is no such connection, no secret, or a wrong signature */
async function ofConnection(api: Api, id: string, { headers }: FastifyRequest, body: Buffer): Promise<void> {
  const authorizationId = id as AuthorizationId;
  const { state } = knownId.test(id)
    ? await api.eventLog.load(authorizationDecider, authorizationId)
    : { state: authorizationDecider.initialState() };
  const secret = state.status === 'active' ? state.webhookSecret : null;
  if (state.status !== 'active' || secret === null) throw new ApiError('webhook.unsigned');
  const { provider, identifier: address } = state;
  if (provider !== 'Jira' && !isGitService(provider)) throw new ApiError('webhook.unsigned');
  if (!isSigned(provider, headers, body, secret)) throw new ApiError('webhook.unsigned');
  const message = told(body);
  const accountId = await api.owners.ownerOf(`authorization-${id}`);
  const issue = toldIssue(provider, headers, message);
  if (issue !== null && accountId) await recordIssueStatus(api, accountId, provider, issue);
  if (provider === 'Jira') return;
  const path = pushedRepository(provider, headers, message);
  if (path !== null && accountId) await refreshRepository(api, accountId, { provider, address }, path);
}

type OfApp = { installation?: { id?: unknown } };

async function ofGitHubApp(api: Api, { headers }: FastifyRequest, body: Buffer): Promise<void> {
  const app = await api.gitApps.gitHubApp();
  if (!app?.webhookSecret || !isSigned('GitHub', headers, body, app.webhookSecret)) {
    throw new ApiError('webhook.unsigned');
  }
  const message = told(body);
  const path = pushedRepository('GitHub', headers, message);
  const { installation } = Object(message) as OfApp;
  if (path === null || installation?.id === undefined) return;
  const at = { provider: 'GitHub' as const, address: app.address };
  for (const accountId of await api.readModels.accountsOfInstallation(String(installation.id))) {
    await refreshRepository(api, accountId, at, path);
  }
}

/**
 * Receives pushes from git services and changed issues from trackers. There is no session: the signature shows who sent it. What it is not about is
 * answered all the same, as services stop sending to addresses that refuse.
 */
export async function receiveWebhooks(app: FastifyInstance, api: Api, patience: SlowClients): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    limitJsonBodies(scope, patience);
    // As it came: the signature is of its bytes.
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    const options = { bodyLimit: maxBodyBytes, schema: { hide: true } };
    const bytesOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    scope.post<{ Params: { id: string } }>(`${webhookPath}/:id`, options, async (request, reply) => {
      if (api.stores.away()) throw new ApiError('store.away', { retryAfterSeconds: 2 });
      await ofConnection(api, request.params.id, request, bytesOf(request));
      return reply.code(204).send();
    });
    scope.post(gitHubAppPath, options, async (request, reply) => {
      if (api.stores.away()) throw new ApiError('store.away', { retryAfterSeconds: 2 });
      await ofGitHubApp(api, request, bytesOf(request));
      return reply.code(204).send();
    });
  });
}
