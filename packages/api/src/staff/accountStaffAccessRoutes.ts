import { accountStaffAccessCalls } from '@assay/contract';
import { staffAccessDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const listStaffAccess = route(accountStaffAccessCalls.listStaffAccess, ({ caller: { models } }) =>
  models.staffAccess(),
);

const revokeStaffAccess = route(
  accountStaffAccessCalls.revokeStaffAccess,
  async ({ api: { eventLog }, params: { id }, caller: { accountId }, context }) => {
    const command = { type: 'revokeStaffAccess' as const, accountId };
    return commandAnswer(eventLog, await eventLog.handle(staffAccessDecider, id, command, context));
  },
);

/** Read-only access of staff, as the administrators of the account see and end it. */
export const accountStaffAccessRoutes: readonly Route[] = [listStaffAccess, revokeStaffAccess];
