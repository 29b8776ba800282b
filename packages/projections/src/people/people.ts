import type { AccountId, RoleType, UserId } from '@assay/contract';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type PersonDocument = ReadModelDocument & {
  userId: UserId;
  firstName: string;
  lastName: string;
  email: string;
  roles: { id: string; accountId: AccountId; roleType: RoleType }[];
};

/** The one read model that holds names and e-mails; every other document holds the user's id. */
export const people: Projection<PersonDocument> = {
  name: 'people',
  version: 1,
  indexes: [{ 'roles.accountId': 1 }],
  readsPersonalData: true,
  idsOf: (event) => (event.type === 'UserRegistered' || event.type === 'UserRoleGranted' ? [event.data.userId] : []),
  evolve: (document, event) => {
    if (event.type === 'UserRegistered') {
      const { userId, firstName, lastName, email } = event.data;
      return { userId, firstName, lastName, email, roles: [] };
    }
    if (document === null || event.type !== 'UserRoleGranted') return document;
    const { userRoleId: id, accountId, roleType } = event.data;
    return { ...document, roles: [...document.roles, { id, accountId, roleType }] };
  },
  topicsOf: () => [],
};
