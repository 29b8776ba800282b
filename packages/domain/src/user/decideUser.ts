import { type ExternalIdentityId, type InvitationId, limits, type TellingId, type UserId } from '@assay/contract';
import type { UserEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type UserState = {
  exists: boolean;
  /** They are gone for good, and the id is never used again: their key is destroyed. */
  erased: boolean;
  staff: boolean;
  twoFactor: boolean;
  /** The accounts of providers by which the person signs in. */
  externalIdentities: ReadonlySet<ExternalIdentityId>;
  /** Whom they told about Assay; address and names as the log keeps them, encrypted. */
  friendsTold: ReadonlyMap<TellingId, Friend>;
};

/** Somebody who is told about Assay. */
export type Friend = { email: string; firstName: string; lastName: string };
export type RegisterUser = { type: 'registerUser'; userId: UserId; email: string; firstName: string; lastName: string };

export type LinkExternalIdentity = {
  type: 'linkExternalIdentity';
  userId: UserId;
  externalIdentityId: ExternalIdentityId;
  /** The operator's name of the provider. */
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  /** At the provider; null where it is not known. */
  username: string | null;
};

export type EraseUser = {
  type: 'eraseUser';
  userId: UserId;
  /** Why staff do it; null: the person does. */
  reason: string | null;
  /** Those that were sent to the person. */
  invitationIds: InvitationId[];
};

export type UserCommand =
  | RegisterUser
  | { type: 'grantStaffRight'; userId: UserId }
  | { type: 'changeName'; userId: UserId; firstName: string; lastName: string }
  /** `by`: how it was shown that they may. */
  | { type: 'changePassword'; userId: UserId; by: 'self' | 'mail' }
  | { type: 'turnTwoFactorOn'; userId: UserId }
  | { type: 'turnTwoFactorOff'; userId: UserId }
  | LinkExternalIdentity
  | EraseUser
  | ({ type: 'tellFriend'; userId: UserId; tellingId: TellingId } & Friend)
  | { type: 'unlinkExternalIdentity'; userId: UserId; externalIdentityId: ExternalIdentityId; hasPassword: boolean };

/**
 * A person. Staff look after the whole installation; granting staff twice changes nothing. Names are encrypted in the
 * log, so a decision does not know them: changing one to what it is already is a fact as well. Somebody without a password
 * keeps one linked account of a provider.
 */
export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  initialState: () => ({
    exists: false,
    erased: false,
    staff: false,
    twoFactor: false,
    externalIdentities: new Set(),
    friendsTold: new Map(),
  }),
  decide: (command, state) => {
    if (command.type === 'registerUser') {
      if (state.exists || state.erased) throw new DomainError('user.exists');
      const { userId, email, firstName, lastName } = command;
      return [{ type: 'UserRegistered', data: { userId, email, firstName, lastName } }];
    }
    if (!state.exists) throw new DomainError('user.notFound');
    switch (command.type) {
      case 'grantStaffRight':
        return state.staff ? [] : [{ type: 'StaffRightGranted', data: { userId: command.userId } }];
      case 'changeName': {
        const { userId, firstName, lastName } = command;
        return [{ type: 'UserNameChanged', data: { userId, firstName, lastName } }];
      }
      case 'changePassword':
        return [{ type: 'PasswordChanged', data: { userId: command.userId, by: command.by } }];
      case 'turnTwoFactorOn':
        return state.twoFactor ? [] : [{ type: 'TwoFactorTurnedOn', data: { userId: command.userId } }];
      case 'turnTwoFactorOff':
        return state.twoFactor ? [{ type: 'TwoFactorTurnedOff', data: { userId: command.userId } }] : [];
      case 'linkExternalIdentity': {
        const { type: _, ...facts } = command;
        if (state.externalIdentities.has(facts.externalIdentityId)) return [];
        return [{ type: 'ExternalIdentityLinked', data: facts }];
      }
      case 'tellFriend': {
        const { type: _, ...facts } = command;
        if (state.friendsTold.size >= limits.friendsTold) throw new DomainError('user.noFriendsLeft');
        return [{ type: 'FriendTold', data: facts }];
      }
      case 'unlinkExternalIdentity': {
        const { userId, externalIdentityId, hasPassword } = command;
        if (!state.externalIdentities.has(externalIdentityId)) throw new DomainError('externalIdentity.notFound');
        if (!hasPassword && state.externalIdentities.size === 1) throw new DomainError('externalIdentity.lastWayIn');
        return [{ type: 'ExternalIdentityUnlinked', data: { userId, externalIdentityId } }];
      }
      case 'eraseUser': {
        const { type: _, ...facts } = command;
        return [{ type: 'UserErased', data: facts }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'UserRegistered':
        return { ...state, exists: true };
      case 'StaffRightGranted':
        return { ...state, staff: true };
      case 'TwoFactorTurnedOn':
        return { ...state, twoFactor: true };
      case 'TwoFactorTurnedOff':
        return { ...state, twoFactor: false };
      case 'FriendTold': {
        const { tellingId, email, firstName, lastName } = event.data;
        return { ...state, friendsTold: new Map(state.friendsTold).set(tellingId, { email, firstName, lastName }) };
      }
      case 'ExternalIdentityLinked':
        return { ...state, externalIdentities: new Set([...state.externalIdentities, event.data.externalIdentityId]) };
      case 'ExternalIdentityUnlinked': {
        const left = [...state.externalIdentities].filter((id) => id !== event.data.externalIdentityId);
        return { ...state, externalIdentities: new Set(left) };
      }
      case 'UserErased':
        return { ...userDecider.initialState(), erased: true };
      default:
        return state;
    }
  },
};
