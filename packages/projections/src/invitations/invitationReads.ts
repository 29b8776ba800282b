import { type AccountId, type InvitationId, type InvitationView, nameKey, type UserId } from '@assay/contract';
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

/** @returns the invitations of all accounts that were sent to the person's address, or that they accepted, oldest first. */
async function findInvitationsTo(
  collections: Collections,
  { id, email }: { id: UserId; email: string },
): Promise<InvitationDocument[]> {
  const address = nameKey(email);
  const all = collections.invitations.find({}).sort({ createdAt: 1 });
  const found: InvitationDocument[] = [];
  for await (const invitation of all) {
    const isTheirs = invitation.userId === id || invitation.acceptedBy === id || nameKey(invitation.email) === address;
    if (isTheirs) found.push(invitation);
  }
  return found;
}

export const invitationReads = {
  invitations: ({ collections, accountId }: AccountReader) => findInvitations(collections, accountId),
};

export const invitationServiceReads = {
  /** Of any account: whoever knows the link is told. */
  invitation: ({ collections }: ServiceReader, id: InvitationId): Promise<InvitationDocument | null> =>
    collections.invitations.findOne({ _id: id }),
  invitationsTo: ({ collections }: ServiceReader, person: { id: UserId; email: string }) =>
    findInvitationsTo(collections, person),
  /** Those of any account that are open, and expired before a time, ISO 8601. */
  invitationsExpired: ({ collections }: ServiceReader, before: string): Promise<InvitationDocument[]> =>
    collections.invitations
      .find({ open: true, validUntil: { $lt: before } })
      .sort({ validUntil: 1 })
      .toArray(),
  /** Those that the person sent last, in any account. */
  invitationsSentBy: ({ collections }: ServiceReader, sentBy: UserId): Promise<InvitationDocument[]> =>
    collections.invitations.find({ sentBy }).sort({ createdAt: 1 }).toArray(),
};
