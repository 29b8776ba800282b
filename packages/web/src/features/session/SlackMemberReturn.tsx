import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';

/** Where the command `/assay` leads: to the profile, where the person says that it is them. Whoever is not signed in does that first. */
export function SlackMemberReturn({ memberId }: { memberId: string }) {
  const isSignedIn = useSelector((store: ConnectionState) => store.session.token !== null);
  const [to] = useState(() => {
    const query = `?slackMemberId=${encodeURIComponent(memberId)}`;
    if (!isSignedIn) {
      rememberedSession.keepPlace(`/auth-return${query}`);
      return '/login';
    }
    const account = rememberedSession.account();
    return account === null ? '/' : `/${encodeURIComponent(account)}/profile${query}`;
  });
  return <Navigate to={to} replace />;
}
