import type { AccountId, StaffAccessId, UserId } from '@assay/contract';
import type { StaffAccessEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Ids = { staffAccessId: StaffAccessId; userId: UserId; accountId: AccountId };

export type StaffAccessState = { status: 'none' } | ({ status: 'started' | 'ended' } & Ids);

export type StaffAccessCommand =
  /** `until`: when it ends by itself; ISO 8601, UTC. */
  | ({ type: 'startStaffAccess'; reason: string; until: string } & Ids)
  /** `userId`: who ends it, which only its holder may. */
  | { type: 'endStaffAccess'; userId: UserId }
  /** `accountId`: the account whose administrator ends it. */
  | { type: 'revokeStaffAccess'; accountId: AccountId };

function ended({ status, staffAccessId, userId, accountId }: Exclude<StaffAccessState, { status: 'none' }>) {
  if (status === 'ended') return [];
  return [{ type: 'StaffAccessEnded' as const, data: { staffAccessId, userId, accountId } }];
}

/** Read-only access of a staff member to the test runs of one account, for a stated reason and some hours. */
export const staffAccessDecider: Decider<StaffAccessState, StaffAccessCommand, StaffAccessEvent> = {
  category: 'staffAccess',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'startStaffAccess': {
        if (state.status !== 'none') throw new DomainError('staffAccess.exists');
        const { type: _, ...data } = command;
        return [{ type: 'StaffAccessStarted', data }];
      }
      case 'endStaffAccess': {
        if (state.status === 'none' || state.userId !== command.userId) throw new DomainError('staffAccess.notFound');
        return ended(state);
      }
      case 'revokeStaffAccess': {
        if (state.status === 'none' || state.accountId !== command.accountId) {
          throw new DomainError('staffAccess.notFound');
        }
        return ended(state);
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) => {
    const { staffAccessId, userId, accountId } = event.data;
    return { status: event.type === 'StaffAccessStarted' ? 'started' : 'ended', staffAccessId, userId, accountId };
  },
};
