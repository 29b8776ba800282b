import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { StaffAccessId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { AccountStaffAccessView } from './accountStaffAccessView.ts';

/** What administrators see and do about staff who read their account's test runs. */
export const accountStaffAccessCalls = {
  listStaffAccess: call({
    method: 'GET',
    path: '/account/staff-access',
    summary: 'Which staff may read the account’s test runs now, why and until when, newest first',
    permission: 'staffAccess.read',
    answer: Type.Array(AccountStaffAccessView),
    topic: topics.staffAccess,
    example: {},
  }),
  revokeStaffAccess: call({
    method: 'DELETE',
    path: '/account/staff-access/:id',
    summary: 'End a staff member’s read-only access to the account at once',
    permission: 'staffAccess.end',
    params: Type.Object({ id: StaffAccessId }),
    answer: CommandAnswer,
    changes: [topics.staffAccess],
    example: { params: { id: exampleIds.staffAccess } },
  }),
};
