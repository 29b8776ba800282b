import type { AccountId, ApiKeyId } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type ApiKeyDocument = ReadModelDocument & { accountId: AccountId; apiKeyId: ApiKeyId; name: string };

/** The names of API keys, by which what programs did is shown; also of keys that were revoked since. */
export const apiKeys: Projection<ApiKeyDocument> = {
  name: 'apiKeys',
  version: 1,
  indexes: [],
  neverChanges: true,
  idsOf: (event) => (event.type === 'ApiKeyCreated' ? [event.data.apiKeyId] : []),
  evolve: (_, event) => {
    if (event.type !== 'ApiKeyCreated') return null;
    const { apiKeyId, name } = event.data;
    return { accountId: accountOf(event), apiKeyId, name };
  },
  topicsOf: () => [],
};
