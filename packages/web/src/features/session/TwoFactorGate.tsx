import { topics, type UserView } from '@assay/contract';
import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useGetMeQuery, useGetTwoFactorQuery } from '../../connection/serviceHooks.ts';
import { useLiveTopic } from '../../connection/useLiveTopic.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { LogOutButton } from './LogOutButton.tsx';

type Role = UserView['roles'][number];
type Props = {
  /** Where two-factor sign-in is turned on. */
  setUp: ReactNode;
  children: ReactNode;
};

/** Shows its content unless the open account asks for two-factor sign-in and the person has it off: they turn it on first. */
export function TwoFactorGate(props: Props) {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  const role = user?.roles.find((held) => held.accountId === accountId);
  if (!user || !role?.twoFactorRequired) return props.children;
  return <Gate key={role.id} {...props} role={role} others={user.roles.filter(({ id }) => id !== role.id)} />;
}

type GateProps = Props & { role: Role; others: readonly Role[] };

function Gate(props: GateProps) {
  const query = useGetTwoFactorQuery();
  // It may be turned on or off in another window.
  useLiveTopic(topics.userRoles, () => void query.refetch());
  return (
    <Loaded query={query} failed="Whether you have two-factor sign-in on could not be loaded">
      {({ since }) => <Door {...props} isOn={since !== null} />}
    </Loaded>
  );
}

function Door({ role: { accountName }, others, isOn, setUp, children }: GateProps & { isOn: boolean }) {
  // Whoever turns it on here stays until they have seen the recovery codes, which are shown once.
  const [isHere, setIsHere] = useState(!isOn);
  if (!isOn && !isHere) setIsHere(true);
  if (!isHere) return children;
  return (
    <AuthScreen title={`${accountName} asks for two-factor sign-in`} foot={<LogOutButton />}>
      <p className={styles.text}>
        {isOn
          ? 'It is on now. From the next sign-in, you are asked for a code of your app as well.'
          : 'Turn it on to get in: you need an app on your phone that makes codes, and a minute.'}
      </p>
      <Suspense fallback={<RowsSkeleton rows={2} />}>{setUp}</Suspense>
      {isOn && (
        <Button variant="filled" onClick={() => setIsHere(false)}>
          Continue to {accountName}
        </Button>
      )}
      {others.length > 0 && (
        <ul className={styles.others} aria-label="Your other organizations">
          {others.map((other) => (
            <li key={other.id}>
              <a className="link" href={`/${encodeURIComponent(other.accountName)}`}>
                {other.accountName}
              </a>
            </li>
          ))}
        </ul>
      )}
    </AuthScreen>
  );
}
