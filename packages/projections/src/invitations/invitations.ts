import { type AccountId, type InvitationId, type RoleType, topics, type UserId } from '@assay/contract';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type InvitationDocument = ReadModelDocument & {
  accountId: AccountId;
  invitationId: InvitationId;
  email: string;
  firstName: string;
  lastName: string;
  roleType: RoleType;
  /** Neither accepted nor withdrawn; it may have expired. */
  open: boolean;
  createdAt: string;
  sentAt: string;
  sentBy: UserId;
  validUntil: string;
};

/** Invitations, with the names and e-mails of people who may not be able to sign in yet. */
export const invitations: Projection<InvitationDocument> = {
  name: 'invitations',
  version: 1,
  indexes: [{ accountId: 1, open: 1, createdAt: -1 }],
  readsPersonalData: true,
  idsOf: (event) => {
    switch (event.type) {
      case 'InvitationSent':
      case 'InvitationResent':
      case 'InvitationAccepted':
      case 'InvitationWithdrawn':
        return [event.data.invitationId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { occurredAt, actor } = event.envelope;
    const sent = { sentAt: occurredAt, sentBy: actor.id as UserId };
    if (event.type === 'InvitationSent') {
      const { userId: _, ...facts } = event.data;
      return { ...facts, ...sent, open: true, createdAt: occurredAt };
    }
    if (document === null) return null;
    if (event.type === 'InvitationResent') return { ...document, ...sent, validUntil: event.data.validUntil };
    return { ...document, open: false };
  },
  topicsOf: ({ accountId, invitationId }) => [{ accountId, topic: topics.invitations, id: invitationId }],
};
