import { authProviderCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listAuthProviders = route(authProviderCalls.listAuthProviders, async ({ api: { authProviders } }) =>
  [...authProviders.values()].map(({ name, label, icon }) => ({ name, label, icon })),
);
