import { Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Outlet, useLocation, useParams } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useStaffAccess } from '../../connection/currentUser.ts';
import { useGetMeQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { InsightLine } from '../../features/insights/InsightLine.tsx';
import { isNamedBy } from '../../features/session/chooseAccount.ts';
import { SetupLine } from '../../features/setup/SetupLine.tsx';
import { useNeedsSetup } from '../../features/setup/useNeedsSetup.ts';
import { StaffAccessLine } from '../../features/staff/access/StaffAccessLine.tsx';
import { Boundary } from '../../ui/boundary/Boundary.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { loadingDelay, useDelayed } from '../../ui/useDelayed.ts';
import { areas } from '../areas.ts';
import { NoAccessScreen } from '../NoAccessScreen.tsx';
import { Header } from './Header.tsx';
import { HealthLine } from './HealthLine.tsx';
import { LeftNavigation } from './LeftNavigation.tsx';
import { Palette } from './Palette.tsx';
import styles from './Shell.module.css';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { StaleLine } from './StaleLine.tsx';
import { useTargetPath } from './useTargetPath.ts';

/**
 * The frame of every page of an account, and of the staff's: header, navigation (a drawer on a phone), the scrolling
 * content and lines about the whole. Staff without an account see neither navigation nor search, nor do those who read
 * the runs of an account without a role there.
 */
export function Shell() {
  const { account } = useParams();
  const chosen = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  const role = user?.roles.find(({ accountId }) => accountId === chosen);
  // The screens of staff belong to no account.
  const hasAccount = role !== undefined;
  const access = useStaffAccess();
  const isOwn = account === undefined || access !== null || (hasAccount && isNamedBy(role, account));
  const [folded, setFolded] = useLocalStorage({ key: 'assay.navigationFolded', defaultValue: false });
  const phone = useMediaQuery('(max-width: 700px)');
  const [drawer, { open, close }] = useDisclosure(false);
  const [sheetOpened, sheet] = useDisclosure(false);
  const { pathname } = useLocation();
  const path = useAccountPath();
  const index = path('');
  const target = useTargetPath();
  const areaAt = (place: string) =>
    areas.find((one) => place === path(one.path) || place.startsWith(`${path(one.path)}/`));
  const area = areaAt(pathname);
  // The screen that is left stays until the next one can be shown, but not for long.
  const isLate = useDelayed(loadingDelay, areaAt(target) !== area);
  const needsSetup = useNeedsSetup();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the drawer
  useEffect(() => close(), [target, close]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Header hasAccount={hasAccount} onMenu={open} onShortcuts={sheet.open} />
      {needsSetup && `${pathname}/` !== index && pathname !== index && <SetupLine to={index} />}
      <div className={styles.below}>
        {hasAccount && !phone && <LeftNavigation folded={folded} onFold={() => setFolded(!folded)} />}
        <main id="content" className={styles.content} tabIndex={-1}>
          {access && account !== undefined && <StaffAccessLine access={access} leadsBack />}
          <Boundary what={area?.label ?? 'This page'}>
            <Suspense fallback={<RowsSkeleton />}>
              {isLate ? <RowsSkeleton delay={0} /> : isOwn ? <Outlet /> : <NoAccessScreen account={account} />}
            </Suspense>
          </Boundary>
        </main>
      </div>
      {/* What comes and goes by itself is at the bottom: above, it would move the page from under the pointer. */}
      <footer className={styles.lines}>
        <StaleLine />
        <HealthLine />
        {hasAccount && <InsightLine />}
      </footer>
      {hasAccount && (
        <>
          <Drawer opened={drawer} onClose={close} size={248} title="Menu">
            <Boundary what="The menu">
              <LeftNavigation folded={false} />
            </Boundary>
          </Drawer>
          <Palette />
        </>
      )}
      <ShortcutSheet opened={sheetOpened} onOpen={sheet.open} onClose={sheet.close} />
    </div>
  );
}
