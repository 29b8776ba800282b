import { timedOut, withTimeout } from '@assay/concurrency';
import { type AccountId, defaultProjectSettings } from '@assay/contract';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

const headWithinMs = 5000;

/** @returns what HEAD of the repository names; the usual one where that is not known soon: the project is created anyway */
export async function branchOfHead(api: Api, accountId: AccountId, gitUrl: string | null): Promise<string> {
  const usual = defaultProjectSettings.defaultBranch;
  if (gitUrl === null) return usual;
  const known = api.repositories.defaultBranch({ accountId, gitUrl }).catch((error: unknown) => {
    if (error instanceof ApiError) return usual;
    throw error;
  });
  const branch = await withTimeout(known, headWithinMs);
  return branch === timedOut ? usual : branch;
}
