import { call } from '../call.ts';
import { Nullable } from '../ids.ts';
import { ApiKeyView, GenerateApiKeyAnswer } from './apiKeyViews.ts';

export const apiKeyCalls = {
  getApiKey: call({
    method: 'GET',
    path: '/account/api-key',
    summary: "The account's API key without the key itself, which is never shown again; null when there is none",
    permission: 'apiKey.write',
    answer: Nullable(ApiKeyView),
    example: {},
  }),
  generateApiKey: call({
    method: 'POST',
    path: '/account/api-key',
    summary: 'Make an API key for CI jobs; it is shown only once, and the previous one stops working',
    permission: 'apiKey.write',
    status: 201,
    answer: GenerateApiKeyAnswer,
    secretAnswer: true,
    example: {},
  }),
};
