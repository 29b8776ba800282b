import { createHash } from 'node:crypto';
import type { AccountId, DeployKeyId } from '@assay/contract';

/** @returns the one deploy key that an account can have for a repository */
export function deployKeyIdOf(accountId: AccountId, gitUrl: string): DeployKeyId {
  return `${accountId}.${createHash('sha256').update(gitUrl).digest('hex').slice(0, 32)}` as DeployKeyId;
}
