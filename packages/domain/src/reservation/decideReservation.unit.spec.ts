import type { ReservationEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import type { DomainErrorCode } from '../domainError.ts';
import { type ReservationCommand, reservationDecider } from './decideReservation.ts';
import type { ReservationKind } from './reservationKind.ts';

const reserve = (ownerStream: string, kind: ReservationKind = 'projectName'): ReservationCommand => ({
  type: 'reserveName',
  kind,
  scope: 'acme',
  ownerStream,
});
const release = (ownerStream: string): ReservationCommand => ({ type: 'releaseName', ownerStream });
const reserved = (ownerStream: string): ReservationEvent => ({
  type: 'NameReserved',
  data: { kind: 'projectName', scope: 'acme', ownerStream },
});
const released = (ownerStream: string): ReservationEvent => ({ type: 'NameReleased', data: { ownerStream } });
const name = (...events: ReservationEvent[]) => given(reservationDecider, ...events);

describe('a reserved name', () => {
  it('goes to the first who asks; asking again changes nothing', () => {
    name().when(reserve('project-1')).gives(reserved('project-1'));
    name(reserved('project-1')).when(reserve('project-1')).gives();
  });

  it.each<[ReservationKind, DomainErrorCode]>([
    ['accountName', 'reservation.nameTaken'],
    ['projectName', 'reservation.nameTaken'],
    ['environmentName', 'reservation.nameTaken'],
    ['runnerPoolName', 'reservation.nameTaken'],
    ['pipelineStageName', 'reservation.nameTaken'],
    ['projectKey', 'reservation.keyTaken'],
    ['environmentKey', 'reservation.keyTaken'],
    ['email', 'reservation.emailTaken'],
    ['externalIdentity', 'reservation.identityTaken'],
    ['uploadedContent', 'reservation.contentTaken'],
  ])('that is a %s refuses others with %s', (kind, code) => {
    name(reserved('project-1')).when(reserve('project-2', kind)).refuses(code);
  });

  it('is taken from a holder known not to use it, and from nobody else', () => {
    const instead = { ...reserve('project-2'), insteadOf: 'project-1' } as ReservationCommand;
    name(reserved('project-1')).when(instead).gives(released('project-1'), reserved('project-2'));
    name(reserved('project-3')).when(instead).refuses('reservation.nameTaken');
    name().when(instead).gives(reserved('project-2'));
  });

  it('is released by its owner only', () => {
    name(reserved('project-1')).when(release('project-2')).gives();
    name(reserved('project-1')).when(release('project-1')).gives(released('project-1'));
  });

  it('is free for anybody once it is released', () => {
    const facts = [reserved('project-1'), released('project-1')];
    name(...facts)
      .when(reserve('project-2'))
      .gives(reserved('project-2'));
    name(...facts)
      .when(reserve('project-1'))
      .gives(reserved('project-1'));
    name(...facts)
      .when(release('project-1'))
      .gives();
    name(...facts, reserved('project-2'))
      .when(release('project-1'))
      .gives();
  });
});
