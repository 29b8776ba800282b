import { apiKeyCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getApiKey = route(apiKeyCalls.getApiKey, ({ api: { operations }, caller }) =>
  operations.apiKeys.describe(caller.accountId),
);
