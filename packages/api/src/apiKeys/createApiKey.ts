import { InvalidFields } from '@assay/application';
import { type ApiKeyId, apiKeyCalls, messages } from '@assay/contract';
import { apiKeyDecider } from '@assay/domain';
import { route } from '../http/route.ts';

/** The fact comes first: no key works that the log does not know. */
export const createApiKey = route(
  apiKeyCalls.createApiKey,
  async ({ api: { operations, eventLog }, caller: { accountId, userId }, body, newId, context }) => {
    const { name, scope, expiresAt = null } = body;
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(context.occurredAt)) {
      throw new InvalidFields({ field: 'expiresAt', message: messages.notInFuture });
    }
    const apiKeyId = newId<ApiKeyId>();
    const { key, end } = operations.apiKeys.make();
    const command = { type: 'createApiKey' as const, apiKeyId, name, scope, expiresAt, end };
    await eventLog.handle(apiKeyDecider, apiKeyId, command, context);
    await operations.apiKeys.add(key, { id: apiKeyId, accountId, name, scope, expiresAt, createdBy: userId });
    return { id: apiKeyId, key };
  },
);
