import type { AccountId, InvitationId, RoleType, UserId } from '@assay/contract';
import type { InvitationEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Offer = { invitationId: InvitationId; accountId: AccountId; userId: UserId; roleType: RoleType };

export type InvitationState =
  | { status: 'none' }
  /** `round`: how often it was sent again; a link belongs to one round. */
  | (Offer & { status: 'open'; round: number; validUntil: string })
  | (Offer & { status: 'accepted'; round: number; acceptedBy: UserId })
  | (Offer & { status: 'withdrawn' });

export type InvitationCommand =
  | ({ type: 'sendInvitation'; email: string; firstName: string; lastName: string; validUntil: string } & Offer)
  | { type: 'resendInvitation'; validUntil: string }
  /** `round`: that of the link. `at`: the time now, ISO 8601. */
  | { type: 'acceptInvitation'; userId: UserId; round: number; at: string }
  | { type: 'withdrawInvitation' };

/** An invitation into an account. Its link can be used once, until it expires or is sent again. */
export const invitationDecider: Decider<InvitationState, InvitationCommand, InvitationEvent> = {
  category: 'invitation',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'sendInvitation') {
      if (state.status !== 'none') throw new DomainError('invitation.exists');
      const { type: _, ...facts } = command;
      return [{ type: 'InvitationSent', data: facts }];
    }
    if (command.type === 'acceptInvitation') {
      const { userId, round, at } = command;
      // Opening the link again leads to the same account, and must not look like a failure.
      if (state.status === 'accepted' && state.round === round && state.acceptedBy === userId) return [];
      if (state.status !== 'open' || state.round !== round || state.validUntil <= at) {
        throw new DomainError('invitation.invalid');
      }
      return [{ type: 'InvitationAccepted', data: { invitationId: state.invitationId, userId } }];
    }
    if (state.status !== 'open') throw new DomainError('invitation.notFound');
    const { invitationId } = state;
    switch (command.type) {
      case 'resendInvitation':
        return [{ type: 'InvitationResent', data: { invitationId, validUntil: command.validUntil } }];
      case 'withdrawInvitation':
        return [{ type: 'InvitationWithdrawn', data: { invitationId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'InvitationSent') {
      const { invitationId, accountId, userId, roleType, validUntil } = event.data;
      return { status: 'open', invitationId, accountId, userId, roleType, round: 0, validUntil };
    }
    if (state.status !== 'open') return state;
    switch (event.type) {
      case 'InvitationResent':
        return { ...state, round: state.round + 1, validUntil: event.data.validUntil };
      case 'InvitationAccepted': {
        const { validUntil: _, ...offer } = state;
        return { ...offer, status: 'accepted', acceptedBy: event.data.userId };
      }
      case 'InvitationWithdrawn': {
        const { invitationId, accountId, userId, roleType } = state;
        return { status: 'withdrawn', invitationId, accountId, userId, roleType };
      }
      default:
        return never(event);
    }
  },
};
