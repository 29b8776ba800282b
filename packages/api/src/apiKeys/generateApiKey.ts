import { GenerateApiKeyAnswer } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { route } from '../http/route.ts';

export const generateApiKey = route({
  method: 'POST',
  url: '/account/api-key',
  summary: 'Make an API key for CI jobs; it is shown this once, and the one before it works no more',
  permission: 'apiKey.write',
  status: 201,
  answer: GenerateApiKeyAnswer,
  secretAnswer: true,
  handle: async ({ api: { operations, eventLog }, caller: { accountId, userId }, context }) => {
    const { id, key } = await operations.apiKeys.generate(accountId, userId);
    const end = key.slice(-4);
    await eventLog.handle(accountDecider, accountId, { type: 'generateApiKey', accountId, apiKeyId: id, end }, context);
    return { id, key };
  },
});
