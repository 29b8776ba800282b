import { apiKeyCalls } from '@assay/contract';
import { apiKeyDecider } from '@assay/domain';
import { route } from '../http/route.ts';

/** The key stops working first; asking again records what is not recorded yet. */
export const revokeApiKey = route(
  apiKeyCalls.revokeApiKey,
  async ({ api: { operations, eventLog, owners }, caller: { accountId }, params: { id }, context }) => {
    await owners.requireOwn(`apiKey-${id}`, accountId, 'apiKey.notFound');
    await operations.apiKeys.revoke(accountId, id);
    await eventLog.handle(apiKeyDecider, id, { type: 'revokeApiKey' }, context);
    return null;
  },
);
