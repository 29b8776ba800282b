import type { AccountId, UserId } from '@assay/contract';
import { staffAccessDecider } from '@assay/domain';
import type { ApiDeps } from '../apiDeps.ts';

/**
 * @returns the read-only access that a staff member has to the account; null: none. The log is asked as well, so that access
 * that was ended is refused at the next request, however far the read models lag.
 */
export async function heldStaffAccess(
  { eventLog, readModels }: Pick<ApiDeps, 'eventLog' | 'readModels'>,
  userId: UserId,
  accountId: AccountId,
): ReturnType<typeof readModels.staffAccessOf> {
  const access = await readModels.staffAccessOf(userId, accountId);
  if (access === null) return null;
  const { state } = await eventLog.load(staffAccessDecider, access.id);
  return state.status === 'started' ? access : null;
}
