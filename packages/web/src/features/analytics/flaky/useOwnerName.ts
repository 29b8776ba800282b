import { personName } from '../../../ui/format/personName.ts';
import { useListUserRolesQuery } from '../../settings/users/usersApi.ts';

/** @returns what people of the account are called, by their id */
export function useOwnerName(): (id: string) => string {
  const { data: roles } = useListUserRolesQuery();
  return (id) => {
    const user = roles?.find((role) => role.user.id === id)?.user;
    return user ? personName(user) : 'Somebody who is not listed';
  };
}
