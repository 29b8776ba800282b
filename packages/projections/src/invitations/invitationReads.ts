import type { AccountId, InvitationId, InvitationView } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findPersons } from '../people/findPeople.ts';
import type { AccountReader, ServiceReader } from '../readers.ts';
import type { InvitationDocument } from './invitations.ts';

/** Invitations of an account that were neither accepted nor withdrawn, newest first. */
async function findInvitations(collections: Collections, accountId: AccountId): Promise<InvitationView[]> {
  const found = await collections.invitations.find({ accountId, open: true }).sort({ createdAt: -1 }).toArray();
  const senders = await findPersons(
    collections,
    found.map(({ sentBy }) => sentBy),
  );
  return found.map(({ invitationId, email, firstName, lastName, roleType, createdAt, sentAt, sentBy, validUntil }) => ({
    id: invitationId,
    email,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`.trim(),
    roleType,
    createdAt,
    sentAt,
    sentBy: senders.get(sentBy) ?? null,
    validUntil,
  }));
}

export const invitationReads = {
  invitations: ({ collections, accountId }: AccountReader) => findInvitations(collections, accountId),
};

export const invitationServiceReads = {
  /** Of any account: whoever knows the link is told. */
  invitation: ({ collections }: ServiceReader, id: InvitationId): Promise<InvitationDocument | null> =>
    collections.invitations.findOne({ _id: id }),
};
