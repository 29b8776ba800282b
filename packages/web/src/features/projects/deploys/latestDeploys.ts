import type { DeployView } from '@assay/contract';

/**
 * @param deploys newest first
 * @returns the newest of each environment, in the same order.
 */
export function latestDeploys(deploys: readonly DeployView[]): DeployView[] {
  const seen = new Set<string>();
  return deploys.filter(({ environmentId }) => {
    if (seen.has(environmentId)) return false;
    seen.add(environmentId);
    return true;
  });
}
