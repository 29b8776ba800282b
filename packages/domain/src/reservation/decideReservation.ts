import type { ReservationEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError, type DomainErrorCode } from '../domainError.ts';
import type { ReservationKind } from './reservationKind.ts';

export type ReservationState = { ownerStream: string | null };
export type ReservationCommand =
  /** `insteadOf`: the current holder, if it is known never to use it. */
  | { type: 'reserveName'; kind: ReservationKind; scope: string; ownerStream: string; insteadOf?: string }
  | { type: 'releaseName'; ownerStream: string };

/** @returns the error for a taken name of this kind. */
export function takenError(kind: ReservationKind): DomainErrorCode {
  if (kind === 'email') return 'reservation.emailTaken';
  if (kind === 'externalIdentity') return 'reservation.identityTaken';
  if (kind === 'uploadedContent') return 'reservation.contentTaken';
  return kind.endsWith('Key') ? 'reservation.keyTaken' : 'reservation.nameTaken';
}

/** One stream per reserved value: uniqueness comes from the expected revision, not from a query. */
export const reservationDecider: Decider<ReservationState, ReservationCommand, ReservationEvent> = {
  category: 'reserved',
  initialState: () => ({ ownerStream: null }),
  decide: (command, state) => {
    if (command.type === 'releaseName') {
      if (state.ownerStream !== command.ownerStream) return [];
      return [{ type: 'NameReleased', data: { ownerStream: command.ownerStream } }];
    }
    if (state.ownerStream === command.ownerStream) return [];
    const { kind, scope, ownerStream, insteadOf } = command;
    if (state.ownerStream !== null && state.ownerStream !== insteadOf) throw new DomainError(takenError(kind));
    const reserved: ReservationEvent = { type: 'NameReserved', data: { kind, scope, ownerStream } };
    if (state.ownerStream === null) return [reserved];
    return [{ type: 'NameReleased', data: { ownerStream: state.ownerStream } }, reserved];
  },
  evolve: (_, event) => ({ ownerStream: event.type === 'NameReserved' ? event.data.ownerStream : null }),
};
