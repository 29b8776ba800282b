import type { AccountId, RoleType, UserId } from '@assay/contract';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type PersonDocument = ReadModelDocument & {
  userId: UserId;
  firstName: string;
  lastName: string;
  email: string;
  roles: { id: string; accountId: AccountId; roleType: RoleType }[];
  /** Looks after the whole installation. */
  staff: boolean;
};

/** The one read model that holds names and e-mails; every other document holds the user's id. */
export const people: Projection<PersonDocument> = {
  name: 'people',
  version: 2,
  indexes: [{ 'roles.accountId': 1 }],
  acrossAccounts: true,
  readsPersonalData: true,
  idsOf: (event) => {
    switch (event.type) {
      case 'UserRegistered':
      case 'UserRoleGranted':
      case 'StaffRightGranted':
        return [event.data.userId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    if (event.type === 'UserRegistered') {
      const { userId, firstName, lastName, email } = event.data;
      return { userId, firstName, lastName, email, roles: [], staff: false };
    }
    if (document !== null && event.type === 'StaffRightGranted') return { ...document, staff: true };
    if (document === null || event.type !== 'UserRoleGranted') return document;
    const { userRoleId: id, accountId, roleType } = event.data;
    return { ...document, roles: [...document.roles, { id, accountId, roleType }] };
  },
  topicsOf: () => [],
};
