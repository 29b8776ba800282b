import { billingNoticeDecider } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { limitJsonBodies, type SlowClients } from '../http/slowClients.ts';
import { billingNoticePath } from '../webhooks/webhookUrl.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Receives what the payment processor says has changed. It is answered once it is recorded; what the account has now, the
 * automation asks the processor. Notices about customers of no account are answered and left.
 */
export async function receiveBillingNotices(app: FastifyInstance, api: Api, patience: SlowClients): Promise<void> {
  const { payments } = api.config;
  if (payments === null) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    limitJsonBodies(scope, patience);
    // As it came: the signature is of its bytes.
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    const options = { bodyLimit: maxBodyBytes, schema: { hide: true } };
    scope.post(billingNoticePath, options, async ({ body, headers, id }, reply) => {
      const signature = headers['stripe-signature'];
      const notice =
        Buffer.isBuffer(body) && typeof signature === 'string' ? payments.readNotice(body, signature) : null;
      if (notice === null) throw new ApiError('webhook.unsigned');
      const { billingNoticeId, kind, customerId } = notice;
      const accountId = customerId === null ? null : await api.readModels.accountOfCustomer(customerId);
      if (accountId === null) return reply.code(200).send({ received: true });
      const context = {
        accountId,
        actor: { kind: 'automation' as const, id: 'webhook' },
        occurredAt: new Date().toISOString(),
        $correlationId: id,
      };
      const command = { type: 'receiveBillingNotice' as const, accountId, billingNoticeId, kind };
      await api.eventLog.handle(billingNoticeDecider, billingNoticeId, command, context);
      return reply.code(200).send({ received: true });
    });
  });
}
