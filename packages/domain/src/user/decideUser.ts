import type { UserId } from '@assay/contract';
import type { UserEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type UserState = { exists: boolean; staff: boolean; twoFactor: boolean };
export type RegisterUser = { type: 'registerUser'; userId: UserId; email: string; firstName: string; lastName: string };

export type UserCommand =
  | RegisterUser
  | { type: 'grantStaffRight'; userId: UserId }
  | { type: 'changeName'; userId: UserId; firstName: string; lastName: string }
  /** `by`: how it was shown that they may. */
  | { type: 'changePassword'; userId: UserId; by: 'self' | 'mail' }
  | { type: 'turnTwoFactorOn'; userId: UserId }
  | { type: 'turnTwoFactorOff'; userId: UserId };

/**
 * A person. Staff look after the whole installation; granting staff twice changes nothing. Names are encrypted in the
 * log, so a decision does not know them: changing one to what it is already is a fact as well.
 */
export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  initialState: () => ({ exists: false, staff: false, twoFactor: false }),
  decide: (command, state) => {
    if (command.type === 'registerUser') {
      if (state.exists) throw new DomainError('user.exists');
      const { userId, email, firstName, lastName } = command;
      return [{ type: 'UserRegistered', data: { userId, email, firstName, lastName } }];
    }
    if (!state.exists) throw new DomainError('user.notFound');
    switch (command.type) {
      case 'grantStaffRight':
        return state.staff ? [] : [{ type: 'StaffRightGranted', data: { userId: command.userId } }];
      case 'changeName': {
        const { userId, firstName, lastName } = command;
        return [{ type: 'UserNameChanged', data: { userId, firstName, lastName } }];
      }
      case 'changePassword':
        return [{ type: 'PasswordChanged', data: { userId: command.userId, by: command.by } }];
      case 'turnTwoFactorOn':
        return state.twoFactor ? [] : [{ type: 'TwoFactorTurnedOn', data: { userId: command.userId } }];
      case 'turnTwoFactorOff':
        return state.twoFactor ? [{ type: 'TwoFactorTurnedOff', data: { userId: command.userId } }] : [];
      default:
        return never(command);
    }
  },
  evolve: (state, { type }) => ({
    exists: true,
    staff: state.staff || type === 'StaffRightGranted',
    twoFactor: type === 'TwoFactorTurnedOn' || (state.twoFactor && type !== 'TwoFactorTurnedOff'),
  }),
};
