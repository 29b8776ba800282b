import { alertOf, errorsOfAlert, type FieldError } from '@assay/application';
import type { AccountId, AlertRequest } from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';
import type { Api } from '../api.ts';

/** @returns what is wrong with the fields of an alert that its schema accepts, as far as they are there. */
export async function errorsOfRest(
  api: Api,
  accountId: AccountId,
  { eventType, actionType, ...body }: Partial<AlertRequest>,
  before: ActiveAlert | null,
): Promise<FieldError[]> {
  if (eventType === undefined || actionType === undefined) return [];
  return errorsOfAlert(api, accountId, alertOf({ eventType, actionType, ...body }, before));
}
