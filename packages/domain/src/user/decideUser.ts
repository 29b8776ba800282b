import type { UserId } from '@assay/contract';
import type { UserEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type UserState = { exists: boolean; staff: boolean };
export type RegisterUser = { type: 'registerUser'; userId: UserId; email: string; firstName: string; lastName: string };
export type GrantStaffRight = { type: 'grantStaffRight'; userId: UserId };

/** A person. Staff look after the whole installation; granting staff twice changes nothing. */
export const userDecider: Decider<UserState, RegisterUser | GrantStaffRight, UserEvent> = {
  category: 'user',
  initialState: () => ({ exists: false, staff: false }),
  decide: (command, state) => {
    if (command.type === 'grantStaffRight') {
      if (!state.exists) throw new DomainError('user.notFound');
      return state.staff ? [] : [{ type: 'StaffRightGranted', data: { userId: command.userId } }];
    }
    const { userId, email, firstName, lastName } = command;
    if (state.exists) throw new DomainError('user.exists');
    return [{ type: 'UserRegistered', data: { userId, email, firstName, lastName } }];
  },
  evolve: (state, event) => ({ exists: true, staff: state.staff || event.type === 'StaffRightGranted' }),
};
