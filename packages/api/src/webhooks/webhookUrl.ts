import type { AuthorizationId } from '@assay/contract';
import type { ApiConfig } from '../apiDeps.ts';

/** Where the GitHub App sends what it tells, below the address of the service. */
export const gitHubAppPath = '/api/hooks/git-hub-app';

/** @returns where the GitHub App sends what it tells */
export function gitHubAppUrlOf({ publicUrl }: Pick<ApiConfig, 'publicUrl'>): string {
  return new URL(gitHubAppPath, publicUrl).href;
}

/** Where the payment processor sends what it tells, below the address of the service. */
export const billingNoticePath = '/api/hooks/stripe';

/** Where git services send what they tell, with the id of the connection. */
export const webhookPath = '/api/hooks/git';

/** @returns where the git service of a connection sends what it tells of pushes */
export function webhookUrlOf({ publicUrl }: Pick<ApiConfig, 'publicUrl'>, id: AuthorizationId): string {
  return new URL(`${webhookPath}/${encodeURIComponent(id)}`, publicUrl).href;
}
