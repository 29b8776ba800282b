import { errorsOfTrigger, type FieldError } from '@assay/application';
import type { AccountId, TriggerRequest } from '@assay/contract';
import type { Api } from '../api.ts';

/** @returns what is wrong with the fields of a trigger that its schema accepts, as far as they are there. */
export async function errorsOfRest(
  api: Api,
  accountId: AccountId,
  { type, ...body }: Partial<TriggerRequest>,
): Promise<FieldError[]> {
  if (type === undefined) return [];
  const errors = await errorsOfTrigger(api, accountId, { type, ...body }, new Date());
  return errors.filter(({ field }) => field in body);
}
