import { type Call, includes } from '@assay/contract';
import type { Api } from '../api.ts';
import { ApiError } from './apiErrors.ts';
import type { Caller } from './callers.ts';

/** @throws ApiError 403 `plan.lacksFeature` when the plan of the caller's account does not include what the call needs */
export async function requireFeature({ flags }: Pick<Api, 'flags'>, caller: Caller, { feature }: Call): Promise<void> {
  if (!feature || caller === null || !('models' in caller)) return;
  const account = await caller.models.account();
  if (!account) return;
  if (!includes({ ...account, flags: await flags.of(account) }, feature)) throw new ApiError('plan.lacksFeature');
}
