import { apiKeyCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { route } from '../http/route.ts';

export const generateApiKey = route(
  apiKeyCalls.generateApiKey,
  async ({ api: { operations, eventLog }, caller: { accountId, userId }, context }) => {
    const { id, key } = await operations.apiKeys.generate(accountId, userId);
    const end = key.slice(-4);
    await eventLog.handle(accountDecider, accountId, { type: 'generateApiKey', accountId, apiKeyId: id, end }, context);
    return { id, key };
  },
);
