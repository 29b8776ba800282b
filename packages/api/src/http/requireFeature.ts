import { planIncludes } from '@assay/application';
import type { Call } from '@assay/contract';
import type { Api } from '../api.ts';
import { ApiError } from './apiErrors.ts';
import type { Caller } from './callers.ts';

/** @throws ApiError 403 `plan.lacksFeature` when the plan of the caller's account does not include what the call needs */
export async function requireFeature(
  api: Pick<Api, 'flags' | 'readModels'>,
  caller: Caller,
  { feature }: Call,
): Promise<void> {
  if (!feature || caller === null || !('models' in caller)) return;
  if (!(await planIncludes(api, caller.accountId, feature))) throw new ApiError('plan.lacksFeature');
}
