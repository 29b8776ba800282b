import type { UserId } from '@assay/contract';
import type { PasswordResetEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type PasswordResetState =
  | { status: 'none' }
  | { status: 'open'; passwordResetId: string; userId: UserId | null; validUntil: string }
  | { status: 'used' };

export type PasswordResetCommand =
  /** `userId`: null for an unknown address. */
  | { type: 'requestPasswordReset'; passwordResetId: string; userId: UserId | null; validUntil: string }
  /** `at`: the time now, ISO 8601. */
  | { type: 'usePasswordReset'; at: string };

/** A link by which a person sets a password without knowing the previous one. */
export const passwordResetDecider: Decider<PasswordResetState, PasswordResetCommand, PasswordResetEvent> = {
  category: 'passwordReset',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'requestPasswordReset': {
        if (state.status !== 'none') throw new DomainError('passwordReset.exists');
        const { type: _, ...facts } = command;
        return [{ type: 'PasswordResetRequested', data: facts }];
      }
      case 'usePasswordReset': {
        if (state.status !== 'open' || state.userId === null || state.validUntil <= command.at) {
          throw new DomainError('passwordReset.invalid');
        }
        const { passwordResetId, userId } = state;
        return [{ type: 'PasswordResetUsed', data: { passwordResetId, userId } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) =>
    event.type === 'PasswordResetRequested' ? { status: 'open', ...event.data } : { status: 'used' },
};
