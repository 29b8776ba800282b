import { type AccountId, type InvitationId, type RoleType, topics, type UserId } from '@assay/contract';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type InvitationDocument = ReadModelDocument & {
  accountId: AccountId;
  invitationId: InvitationId;
  /** Under whose key the address is encrypted: the invited person, or whom they were expected to become. */
  userId: UserId;
  email: string;
  firstName: string;
  lastName: string;
  roleType: RoleType;
  /** Neither accepted nor withdrawn; it may have expired. */
  open: boolean;
  createdAt: string;
  sentAt: string;
  sentBy: UserId;
  acceptedBy: UserId | null;
  validUntil: string;
};

/** In place of a name and an address that are forgotten. */
const erased = { email: '', firstName: '', lastName: '' };

/** Invitations, with the names and e-mails of people who may not be able to sign in yet. */
export const invitations: Projection<InvitationDocument> = {
  name: 'invitations',
  version: 3,
  indexes: [
    { accountId: 1, open: 1, createdAt: -1 },
    { open: 1, validUntil: 1 },
  ],
  readsPersonalData: true,
  idsOf: (event) => {
    switch (event.type) {
      case 'InvitationSent':
      case 'InvitationResent':
      case 'InvitationAccepted':
      case 'InvitationWithdrawn':
        return [event.data.invitationId];
      case 'UserErased':
        return event.data.invitationIds;
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { occurredAt, actor } = event.envelope;
    const sent = { sentAt: occurredAt, sentBy: actor.id as UserId };
    if (event.type === 'InvitationSent') {
      return { ...event.data, ...sent, acceptedBy: null, open: true, createdAt: occurredAt };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'InvitationResent':
        return { ...document, ...sent, validUntil: event.data.validUntil };
      case 'InvitationAccepted':
        return { ...document, open: false, acceptedBy: event.data.userId };
      case 'InvitationWithdrawn':
        return { ...document, ...erased, open: false };
      case 'UserErased':
        return { ...document, ...erased };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, invitationId }) => [{ accountId, topic: topics.invitations, id: invitationId }],
};
