import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { ApiKeyId, Nullable } from '../ids.ts';
import { ApiKeyView, CreateApiKeyRequest, GenerateApiKeyAnswer, NamedApiKeyView } from './apiKeyViews.ts';

export const apiKeyCalls = {
  getApiKey: call({
    method: 'GET',
    path: '/account/api-key',
    summary: "The account's API key without the key itself, which is never shown again; null without a key",
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
  listApiKeys: call({
    method: 'GET',
    path: '/account/api-keys',
    summary: "The account's named API keys that were not revoked, newest first, without the keys themselves",
    permission: 'apiKey.write',
    answer: Type.Array(NamedApiKeyView),
    example: {},
  }),
  createApiKey: call({
    method: 'POST',
    path: '/account/api-keys',
    summary: 'Make a named API key with a scope, and perhaps an end; it is shown only once',
    permission: 'apiKey.write',
    body: CreateApiKeyRequest,
    status: 201,
    answer: GenerateApiKeyAnswer,
    secretAnswer: true,
    example: { body: { name: 'Nightly build', scope: 'CI', expiresAt: null } },
  }),
  revokeApiKey: call({
    method: 'DELETE',
    path: '/account/api-keys/:id',
    summary: 'Revoke a named API key: its requests are refused at once',
    permission: 'apiKey.write',
    params: Type.Object({ id: ApiKeyId }),
    status: 204,
    answer: Type.Null(),
    example: { params: { id: exampleIds.apiKey } },
  }),
};
