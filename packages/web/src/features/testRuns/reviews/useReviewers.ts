import type { UserId } from '@assay/contract';
import { useMemo } from 'react';
import { useGetMeQuery, useListUserRolesQuery } from '../../../connection/serviceHooks.ts';
import { personName } from '../../../ui/format/personName.ts';

export type Reviewer = { id: UserId; name: string; isMe: boolean };

/**
 * @param options `skip`: while nobody needs to know
 * @returns who can review in the account, the person themselves first; undefined until it is known.
 */
export function useReviewers(options: { skip: boolean } = { skip: false }): readonly Reviewer[] | undefined {
  const { data: roles } = useListUserRolesQuery(undefined, options);
  const { data: me } = useGetMeQuery();
  return useMemo(
    () =>
      roles
        ?.map(({ user }) => ({ id: user.id, name: personName(user), isMe: user.id === me?.id }))
        .sort((one, other) => Number(other.isMe) - Number(one.isMe)),
    [roles, me],
  );
}
