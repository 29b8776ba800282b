import type { Fetch } from '@assay/proxies';
import type { AuthProvider } from './authProvider.ts';
import type { AuthProviderSettings } from './authProviderSettings.ts';
import { gitHubProvider } from './gitHubProvider.ts';
import { openIdProvider } from './openIdProvider.ts';

/** The configured providers by name, in the order in which they are offered. */
export type AuthProviders = ReadonlyMap<string, AuthProvider>;

/** @param fetch through the proxies of the environment */
export function authProviders(settings: readonly AuthProviderSettings[], fetch: Fetch): AuthProviders {
  return new Map(
    settings.map((one) => [
      one.name,
      one.protocol === 'gitHub' ? gitHubProvider(one, fetch) : openIdProvider(one, fetch),
    ]),
  );
}
