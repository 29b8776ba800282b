import type { AccountId, StaffAccessId, UserId } from '@assay/contract';
import type { StaffAccessEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { staffAccessDecider } from './decideStaffAccess.ts';

const userId = 'ada' as UserId;
const ids = { staffAccessId: 'access-1' as StaffAccessId, userId, accountId: 'acme' as AccountId };
const facts = { ...ids, reason: 'Ticket 4112', until: '2026-03-01T20:00:00.000Z' };
const started: StaffAccessEvent = { type: 'StaffAccessStarted', data: facts };
const ended: StaffAccessEvent = { type: 'StaffAccessEnded', data: ids };
const access = (...events: StaffAccessEvent[]) => given(staffAccessDecider, ...events);

describe('the access of a staff member to the runs of an account', () => {
  it('starts once', () => {
    const start = { type: 'startStaffAccess' as const, ...facts };
    access().when(start).gives(started);
    access(started).when(start).refuses('staffAccess.exists');
    access(started, ended).when(start).refuses('staffAccess.exists');
  });

  it('is ended by its holder alone, any number of times', () => {
    access(started).when({ type: 'endStaffAccess', userId }).gives(ended);
    access(started, ended).when({ type: 'endStaffAccess', userId }).gives();
    access(started)
      .when({ type: 'endStaffAccess', userId: 'bob' as UserId })
      .refuses('staffAccess.notFound');
    access().when({ type: 'endStaffAccess', userId }).refuses('staffAccess.notFound');
  });

  it('is ended by the account that it is to, and by no other', () => {
    const revoke = (accountId: string) => ({ type: 'revokeStaffAccess' as const, accountId: accountId as AccountId });
    access(started).when(revoke('acme')).gives(ended);
    access(started, ended).when(revoke('acme')).gives();
    access(started).when(revoke('globex')).refuses('staffAccess.notFound');
    access().when(revoke('acme')).refuses('staffAccess.notFound');
  });
});
