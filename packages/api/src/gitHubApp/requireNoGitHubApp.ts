import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

/** @throws ApiError `gitHubApp.configured` or `gitHubApp.exists` where the installation has an app already */
export async function requireNoGitHubApp({ config, operations }: Pick<Api, 'config' | 'operations'>): Promise<void> {
  if (config.gitApps.gitHubApp !== null) throw new ApiError('gitHubApp.configured');
  if ((await operations.gitHubAppKeys.find()) !== null) throw new ApiError('gitHubApp.exists');
}
