import type { UserId } from '@assay/contract';
import type { UserEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type UserState = { exists: boolean };
export type RegisterUser = { type: 'registerUser'; userId: UserId; email: string; firstName: string; lastName: string };

export const userDecider: Decider<UserState, RegisterUser, UserEvent> = {
  category: 'user',
  initialState: () => ({ exists: false }),
  decide: ({ userId, email, firstName, lastName }, state) => {
    if (state.exists) throw new DomainError('user.exists');
    return [{ type: 'UserRegistered', data: { userId, email, firstName, lastName } }];
  },
  evolve: () => ({ exists: true }),
};
