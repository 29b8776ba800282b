import { apiKeyCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listApiKeys = route(apiKeyCalls.listApiKeys, async ({ api: { operations, readModels }, caller }) => {
  const keys = await operations.apiKeys.list(caller.accountId);
  const persons = await readModels.persons(keys.map(({ createdBy }) => createdBy));
  return keys.map((key) => ({ ...key, createdBy: persons.get(key.createdBy) ?? null }));
});
