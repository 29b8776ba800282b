import type { InvitationQuery } from '@assay/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** @returns the invitation that the URL names, as its mail does; null without one. */
export function useInvitationOfUrl(): InvitationQuery | null {
  const [search] = useSearchParams();
  const token = search.get('token');
  const email = search.get('email');
  return useMemo(() => (token && email ? { token, email } : null), [token, email]);
}

/** @returns a path with the invitation in its query. */
export function withInvitation(path: string, { token, email }: InvitationQuery): string {
  return `${path}?${new URLSearchParams({ token, email })}`;
}
