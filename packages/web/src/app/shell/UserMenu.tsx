import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useGetMeQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { useLogOut } from '../../connection/useLogOut.ts';
import { StaffMenuItem } from '../../features/staff/StaffMenuItem.tsx';
import { IconLogout, IconMailForward, IconUser } from '../../ui/icons/icons.ts';
import styles from './Header.module.css';
import menu from './UserMenu.module.css';

/** @param props.hasAccount whether there are pages of an account to lead to */
export function UserMenu({ hasAccount }: { hasAccount: boolean }) {
  const { data: user } = useGetMeQuery();
  const logOut = useLogOut();
  const path = useAccountPath();
  if (!user) return null;
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.avatar} aria-label="User menu">
          {initials || user.email.charAt(0).toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={menu.who}>
          <div className={`${menu.name} truncate`}>{user.fullName}</div>
          <div className="soft truncate">{user.email}</div>
        </div>
        <Menu.Divider />
        {hasAccount && (
          <>
            <Menu.Item component={Link} to={path('profile')} leftSection={<IconUser size={16} stroke={1.75} />}>
              Profile
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={path('tell-a-friend')}
              leftSection={<IconMailForward size={16} stroke={1.75} />}
            >
              Tell a friend
            </Menu.Item>
          </>
        )}
        <StaffMenuItem />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void logOut()}>
          Log Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
