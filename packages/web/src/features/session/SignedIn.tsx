import { topics } from '@assay/contract';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { accountChosen } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { useLiveTopic } from '../../connection/useLiveTopic.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { accessNamed, chooseAccount, firstSegmentOf, isNamedBy, withFirstSegment } from './chooseAccount.ts';
import { useUserWithRetries } from './useUserWithRetries.ts';

const NoOrganizationScreen = lazy(async () => ({
  default: (await import('./NoOrganizationScreen.tsx')).NoOrganizationScreen,
}));

type Props = {
  /** Whoever has no account is told so instead; false for screens that belong to none. */
  needsAccount?: boolean;
  children: ReactNode;
};

/** Shows its content to a signed-in person with a chosen account; anybody else is sent to sign in and back. */
export function SignedIn({ needsAccount = true, children }: Props) {
  const token = useSelector((state: ConnectionState) => state.session.token);
  return token === null ? <ToLogin /> : <WithAccount needsAccount={needsAccount}>{children}</WithAccount>;
}

function ToLogin() {
  const keepsPlace = useSelector((state: ConnectionState) => state.session.keepsPlace);
  const { pathname, search, hash } = useLocation();
  // Before the navigation, which is also an effect.
  useLayoutEffect(() => {
    if (keepsPlace && pathname !== '/') rememberedSession.keepPlace(`${pathname}${search}${hash}`);
  }, [keepsPlace, pathname, search, hash]);
  return <Navigate to="/login" replace />;
}

function WithAccount({ needsAccount, children }: Required<Props>) {
  const { user, error, gaveUp, startOver } = useUserWithRetries();
  // A role that others change or take away shows at once.
  useLiveTopic(topics.userRoles, (change) => {
    if (user && (change.kind === 'resync' || change.ids.includes(user.id))) startOver();
  });
  useLiveTopic(topics.account, ({ kind }) => {
    if (kind === 'changed') startOver();
  });
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const dispatch = useAppDispatch();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const segment = firstSegmentOf(pathname);
  const access = user && accessNamed(user, segment);
  const role = access ? undefined : user && chooseAccount(user.roles, segment, rememberedSession.account());
  const chosen = access ?? role;
  useEffect(() => {
    if (chosen) dispatch(accountChosen({ id: chosen.accountId, name: chosen.accountName }));
  }, [chosen, dispatch]);
  // An address with a name that the account had before shows the present one.
  useEffect(() => {
    if (!role || segment === null || segment === role.accountName || !isNamedBy(role, segment)) return;
    void navigate(`${withFirstSegment(pathname, role.accountName)}${search}${hash}`, { replace: true });
  }, [role, segment, navigate, pathname, search, hash]);

  if (gaveUp && !user) return <ErrorState title="Your account could not be loaded" error={error} onRetry={startOver} />;
  if (user && !chosen) {
    if (!needsAccount) return children;
    return (
      <Suspense fallback={null}>
        <NoOrganizationScreen />
      </Suspense>
    );
  }
  if (!chosen || accountId !== chosen.accountId) return null;
  return children;
}
