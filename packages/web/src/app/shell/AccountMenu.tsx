import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useGetMeQuery } from '../../connection/currentUser.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import styles from './Header.module.css';

/** The account's name; a menu of accounts if the person has several roles. */
export function AccountMenu() {
  const name = useSelector((state: ConnectionState) => state.session.accountName);
  const { data: user } = useGetMeQuery();
  if (!user || user.roles.length < 2) return <span className={`${styles.trigger} truncate`}>{name}</span>;
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.trigger} aria-label={`Account ${name}, switch account`}>
          <span className="truncate">{name}</span>
          <IconChevronDown size={12} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {user.roles.map((role) => (
          <Menu.Item
            key={role.id}
            rightSection={role.accountName === name ? <IconCheck size={14} /> : null}
            onClick={() => open(role.accountName)}
          >
            {role.accountName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A full page load per account, so that nothing of one is left over in the other. */
function open(account: string): void {
  rememberedSession.keepAccount(account);
  window.location.assign(`/${encodeURIComponent(account)}/dashboard`);
}
