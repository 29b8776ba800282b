import { useListUserRolesQuery } from '../../../connection/serviceHooks.ts';
import { nameAmong, personName } from '../../../ui/format/personName.ts';

/** @returns what people of the account are called, by their id */
export function useOwnerName(): (id: string) => string {
  const { data: roles } = useListUserRolesQuery();
  const people = roles?.map(({ user }) => ({ id: user.id, name: personName(user) }));
  return (id) => nameAmong(people, id);
}
