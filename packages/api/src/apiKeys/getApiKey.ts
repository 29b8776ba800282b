import { ApiKeyView, Nullable } from '@assay/contract';
import { route } from '../http/route.ts';

export const getApiKey = route({
  method: 'GET',
  url: '/account/api-key',
  summary: "The account's API key, but for the key itself, which nobody is shown again; null when there is none",
  permission: 'apiKey.write',
  answer: Nullable(ApiKeyView),
  handle: ({ api: { operations }, caller }) => operations.apiKeys.describe(caller.accountId),
});
