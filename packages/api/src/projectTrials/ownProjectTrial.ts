import type { AccountId, ProjectTrialId } from '@assay/contract';
import type { ProjectTrialRow } from '@assay/operations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

/** @returns the account's trial. @throws ApiError 404 when it has none by that id, or it is forgotten */
export async function ownProjectTrial(
  { operations }: Api,
  accountId: AccountId,
  id: ProjectTrialId,
): Promise<ProjectTrialRow> {
  const trial = await operations.projectTrials.find(id);
  if (trial?.accountId !== accountId) throw new ApiError('notFound');
  return trial;
}
