import {
  type AccountId,
  type ExternalIdentityId,
  type RoleType,
  type StaffAccessId,
  topics,
  type UserId,
  type UserRoleId,
} from '@assay/contract';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';

export type PersonDocument = ReadModelDocument & {
  userId: UserId;
  firstName: string;
  lastName: string;
  email: string;
  roles: {
    id: UserRoleId;
    accountId: AccountId;
    roleType: RoleType;
    /** A group of a provider gave it. */
    fromSso: boolean;
    /** When the role that somebody of the staff took ends; null: it stays. ISO 8601, UTC. */
    staffUntil: string | null;
    notifyByEmail: boolean;
    notifyBySlack: boolean;
    slackConnected: boolean;
  }[];
  /** Looks after the whole installation. */
  staff: boolean;
  /** The accounts whose runs they may read for some hours, also where that is over but nothing was started since. */
  staffAccess: { id: StaffAccessId; accountId: AccountId; reason: string; startedAt: string; until: string }[];
  /** How many people they told about Assay. */
  friendsTold: number;
  /** The accounts of providers by which the person signs in, oldest first. */
  externalIdentities: {
    id: ExternalIdentityId;
    provider: string;
    email: string;
    linkedAt: string;
    /** The provider's host, and the person's name there; null: it is not known. */
    host: string | null;
    username: string | null;
  }[];
  /** They are gone: nothing about them is left but the id that they had. */
  erased: boolean;
};

function unknown(userId: UserId): Evolved<PersonDocument> {
  const empty = {
    firstName: '',
    lastName: '',
    email: '',
    roles: [],
    staff: false,
    staffAccess: [],
    externalIdentities: [],
  };
  return { userId, ...empty, friendsTold: 0, erased: false };
}

/** Names and e-mails of the people who can sign in; every other document but invitations holds the user's id. */
export const people: Projection<PersonDocument> = {
  name: 'people',
  version: 13,
  indexes: [{ 'roles.accountId': 1 }, { 'roles.staffUntil': 1 }, { 'staffAccess.accountId': 1 }],
  acrossAccounts: true,
  readsPersonalData: true,
  idsOf: (event) => {
    switch (event.type) {
      case 'UserRegistered':
      case 'UserNameChanged':
      case 'UserRoleGranted':
      case 'StaffRoleTaken':
      case 'UserRoleChanged':
      case 'UserRoleRemoved':
      case 'UserRoleTiedToGroups':
      case 'NotificationSettingsChanged':
      case 'SlackMemberConnected':
      case 'FriendTold':
      case 'StaffRightGranted':
      case 'StaffAccessStarted':
      case 'StaffAccessEnded':
      case 'ExternalIdentityLinked':
      case 'ExternalIdentityUnlinked':
      case 'UserErased':
        return [event.data.userId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    if (event.type === 'UserRegistered') {
      const { userId, firstName, lastName, email } = event.data;
      return { ...unknown(userId), firstName, lastName, email };
    }
    if (document === null) return null;
    const otherIdentities = (id: ExternalIdentityId) => document.externalIdentities.filter((one) => one.id !== id);
    const otherRoles = (id: UserRoleId) => document.roles.filter((role) => role.id !== id);
    switch (event.type) {
      case 'FriendTold':
        return { ...document, friendsTold: document.friendsTold + 1 };
      case 'StaffRightGranted':
        return { ...document, staff: true };
      case 'StaffAccessStarted': {
        const { staffAccessId: id, accountId, reason, until } = event.data;
        const { occurredAt: startedAt } = event.envelope;
        // What is over leaves here, so that the list stays short.
        const others = document.staffAccess.filter((one) => one.until > startedAt);
        return { ...document, staffAccess: [...others, { id, accountId, reason, startedAt, until }] };
      }
      case 'StaffAccessEnded': {
        const { staffAccessId } = event.data;
        return { ...document, staffAccess: document.staffAccess.filter(({ id }) => id !== staffAccessId) };
      }
      case 'UserNameChanged': {
        const { firstName, lastName } = event.data;
        return { ...document, firstName, lastName };
      }
      case 'UserRoleGranted':
      case 'StaffRoleTaken':
      case 'UserRoleChanged': {
        const { userRoleId: id, accountId, roleType } = event.data;
        const known = document.roles.find((role) => role.id === id);
        const given = { id, accountId, roleType, fromSso: false };
        const staffUntil = event.type === 'StaffRoleTaken' ? event.data.until : (known?.staffUntil ?? null);
        const role = {
          notifyByEmail: false,
          notifyBySlack: false,
          slackConnected: false,
          ...known,
          ...given,
          staffUntil,
        };
        return { ...document, roles: [...otherRoles(id), role] };
      }
      case 'UserRoleTiedToGroups': {
        const { userRoleId: id } = event.data;
        return {
          ...document,
          roles: document.roles.map((role) => (role.id === id ? { ...role, fromSso: true } : role)),
        };
      }
      case 'NotificationSettingsChanged': {
        const { userRoleId: id, notifyByEmail, notifyBySlack } = event.data;
        const roles = document.roles.map((role) => (role.id === id ? { ...role, notifyByEmail, notifyBySlack } : role));
        return { ...document, roles };
      }
      case 'SlackMemberConnected': {
        const { userRoleId: id } = event.data;
        const roles = document.roles.map((role) => (role.id === id ? { ...role, slackConnected: true } : role));
        return { ...document, roles };
      }
      case 'UserRoleRemoved':
        return { ...document, roles: otherRoles(event.data.userRoleId) };
      case 'ExternalIdentityLinked': {
        const { externalIdentityId: id, provider, issuer, email, username } = event.data;
        const host = URL.canParse(issuer) ? new URL(issuer).hostname : null;
        const linked = { id, provider, email, linkedAt: event.envelope.occurredAt, host, username };
        return { ...document, externalIdentities: [...otherIdentities(id), linked] };
      }
      case 'ExternalIdentityUnlinked':
        return { ...document, externalIdentities: otherIdentities(event.data.externalIdentityId) };
      case 'UserErased':
        return { ...unknown(document.userId), erased: true };
      default:
        return document;
    }
  },
  topicsOf: ({ userId, roles }, event) => {
    if (event.type === 'StaffAccessStarted' || event.type === 'StaffAccessEnded') {
      return [{ accountId: event.data.accountId, topic: topics.staffAccess, id: userId }];
    }
    // Whoever lost the role is no longer in the document's accounts.
    const left = event.type === 'UserRoleRemoved' ? [event.data.accountId] : [];
    const accounts = new Set([...roles.map(({ accountId }) => accountId), ...left]);
    return [...accounts].map((accountId) => ({ accountId, topic: topics.userRoles, id: userId }));
  },
};
