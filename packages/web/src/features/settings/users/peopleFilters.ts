import { type RoleType, roleTypes, type UserRoleView } from '@assay/contract';
import { manyOf, oneText, pageNumber, type UrlFilters } from '../../../ui/urlFilters.ts';

export type PeopleFilters = { search: string; roles: readonly RoleType[]; page: number };

/** The filters of the people as kept in the URL. */
export const peopleFilters: UrlFilters<PeopleFilters> = {
  search: oneText('search'),
  roles: manyOf('role', roleTypes),
  page: pageNumber('page'),
};

export const everybody: PeopleFilters = { search: '', roles: [], page: 1 };

/** @returns the people of the wanted roles whose name or address has the searched text. */
export function filteredPeople(people: readonly UserRoleView[], { search, roles }: PeopleFilters): UserRoleView[] {
  const wanted = search.trim().toLowerCase();
  return people.filter(
    ({ roleType, user }) =>
      (roles.length === 0 || roles.includes(roleType)) &&
      `${user.fullName}\n${user.email}`.toLowerCase().includes(wanted),
  );
}
