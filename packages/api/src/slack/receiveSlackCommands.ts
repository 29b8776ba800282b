import { createHmac, timingSafeEqual } from 'node:crypto';
import { slackCommandsPath } from '@assay/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { limitJsonBodies, type SlowClients } from '../http/slowClients.ts';

const maxBodyBytes = 64 * 1024;
/** What is older was perhaps recorded, and is sent again by somebody else. */
const maxAgeSeconds = 5 * 60;

/** @returns whether Slack sent it (https://api.slack.com/authentication/verifying-requests-from-slack) */
function isFromSlack({ headers }: FastifyRequest, body: Buffer, secret: string, now: Date): boolean {
  const [at, given] = [headers['x-slack-request-timestamp'], headers['x-slack-signature']];
  if (typeof at !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(at)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(at)) > maxAgeSeconds) return false;
  const wanted = `v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')}`;
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Answers `/assay`, seen by whoever typed it only: with a link by which they connect themselves. */
export async function receiveSlackCommands(app: FastifyInstance, api: Api, patience: SlowClients): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    limitJsonBodies(scope, patience);
    // As it came: the signature is of its bytes.
    const asBytes = { parseAs: 'buffer' as const };
    scope.addContentTypeParser<Buffer>('application/x-www-form-urlencoded', asBytes, (_request, body, done) => {
      done(null, body);
    });
    scope.post(slackCommandsPath, { bodyLimit: maxBodyBytes, schema: { hide: true } }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const secret = api.config.slack.app?.signingSecret ?? null;
      if (secret === null || !isFromSlack(request, body, secret, new Date())) throw new ApiError('webhook.unsigned');
      const url = new URL(redirectUriOf(api.config));
      url.searchParams.set('slackMemberId', new URLSearchParams(body.toString('utf8')).get('user_id') ?? '');
      const text = `Open <${url.href}|this link> to be told here what happens in Assay, as your profile there says.`;
      return reply.send({ response_type: 'ephemeral', text });
    });
  });
}
