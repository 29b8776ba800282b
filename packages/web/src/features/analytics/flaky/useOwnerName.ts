import { useListUserRolesQuery } from '../../../connection/serviceHooks.ts';
import { personName } from '../../../ui/format/personName.ts';

/** @returns what people of the account are called, by their id */
export function useOwnerName(): (id: string) => string {
  const { data: roles } = useListUserRolesQuery();
  return (id) => {
    const user = roles?.find((role) => role.user.id === id)?.user;
    return user ? personName(user) : 'Somebody who is not listed';
  };
}
