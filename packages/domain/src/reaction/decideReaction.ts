import type { ReactionEvent, ReactionSetAside } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type ReactionState =
  | { status: 'none' }
  | { status: 'setAside' | 'retrying' | 'settled'; reaction: ReactionSetAside };

export type ReactionCommand =
  | ({ type: 'setAsideReaction' } & ReactionSetAside)
  | { type: 'retryReaction' }
  | { type: 'settleReaction' };

/** @returns the id of a policy's reaction to an event. */
export function reactionIdOf(policy: string, eventId: string): string {
  return `${policy}-${eventId}`;
}

/**
 * A reaction that was set aside because it kept failing. Events arrive at least once, so reporting the same outcome
 * twice changes nothing. A retry may be requested repeatedly, in case an earlier request was lost.
 */
export const reactionDecider: Decider<ReactionState, ReactionCommand, ReactionEvent> = {
  category: 'reaction',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'setAsideReaction': {
        if (state.status === 'setAside') return [];
        const { type: _, ...data } = command;
        return [{ type: 'ReactionSetAside', data }];
      }
      case 'retryReaction': {
        if (state.status === 'none') throw new DomainError('reaction.notFound');
        if (state.status === 'settled') throw new DomainError('reaction.settled');
        const { reactionId, policy } = state.reaction;
        return [{ type: 'ReactionRetryRequested', data: { reactionId, policy } }];
      }
      case 'settleReaction': {
        if (state.status === 'none' || state.status === 'settled') return [];
        const { reactionId, policy } = state.reaction;
        return [{ type: 'ReactionSettled', data: { reactionId, policy } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'ReactionSetAside') return { status: 'setAside', reaction: event.data };
    if (state.status === 'none') return state;
    return { ...state, status: event.type === 'ReactionSettled' ? 'settled' : 'retrying' };
  },
};
