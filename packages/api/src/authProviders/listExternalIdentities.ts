import { authProviderCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listExternalIdentities = route(
  authProviderCalls.listExternalIdentities,
  async ({ api: { authProviders, operations, readModels }, caller: { userId } }) => {
    const [linked, hasPassword] = await Promise.all([
      readModels.externalIdentities(userId),
      operations.credentials.has(userId),
    ]);
    const identities = linked.map((identity) => {
      const { label, icon } = authProviders.get(identity.provider) ?? { label: identity.provider, icon: 'key' };
      return { ...identity, label, icon };
    });
    return { hasPassword, identities };
  },
);
