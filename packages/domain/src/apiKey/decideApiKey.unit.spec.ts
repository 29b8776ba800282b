import type { ApiKeyId } from '@assay/contract';
import type { ApiKeyEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { apiKeyDecider } from './decideApiKey.ts';

const apiKeyId = 'key-1' as ApiKeyId;
const facts = { apiKeyId, name: 'Jenkins', scope: 'CI' as const, expiresAt: null, end: 'wxyz' };
const created: ApiKeyEvent = { type: 'ApiKeyCreated', data: facts };
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { apiKeyId, name: 'Jenkins' } };
const apiKey = (...events: ApiKeyEvent[]) => given(apiKeyDecider, ...events);

describe('a named API key', () => {
  it('is created once', () => {
    const create = { type: 'createApiKey' as const, ...facts };
    apiKey().when(create).gives(created);
    apiKey(created).when(create).refuses('apiKey.exists');
    apiKey(created, revoked).when(create).refuses('apiKey.exists');
  });

  it('is revoked once', () => {
    const revoke = { type: 'revokeApiKey' as const };
    apiKey().when(revoke).refuses('apiKey.notFound');
    apiKey(created).when(revoke).gives(revoked);
    apiKey(created, revoked).when(revoke).refuses('apiKey.notFound');
  });
});
