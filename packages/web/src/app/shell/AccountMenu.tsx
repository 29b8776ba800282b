import { Menu, Modal, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { useGetMeQuery } from '../../connection/serviceHooks.ts';
import { IconCheck, IconChevronDown, IconPlus } from '../../ui/icons/icons.ts';
import styles from './Header.module.css';

const NewAccountForm = lazy(async () => ({
  default: (await import('../../features/session/NewAccountForm.tsx')).NewAccountForm,
}));

/** The account's name; a menu if the person has several accounts, or may create another one. */
export function AccountMenu() {
  const name = useSelector((state: ConnectionState) => state.session.accountName);
  const { data: user } = useGetMeQuery();
  const [isCreating, setCreating] = useState(false);
  const mayCreate = user?.mayCreateAccount ?? false;
  if (!user || (user.roles.length < 2 && !mayCreate)) {
    return <span className={`${styles.trigger} truncate`}>{name}</span>;
  }
  return (
    <>
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <UnstyledButton className={styles.trigger} aria-label={`Account ${name}, switch account`}>
            <span className="truncate">{name}</span>
            <IconChevronDown size={12} stroke={2} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {user.roles.map(({ id, accountName, setupComplete }) => (
            <Menu.Item
              key={id}
              rightSection={accountName === name ? <IconCheck size={14} /> : null}
              onClick={() => open(accountName, setupComplete ? '/dashboard' : '')}
            >
              {accountName}
            </Menu.Item>
          ))}
          {mayCreate && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
                New organization
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isCreating} onClose={() => setCreating(false)} title="New organization">
        <Suspense fallback={null}>
          <NewAccountForm onCreated={(created) => open(created, '')} />
        </Suspense>
      </Modal>
    </>
  );
}

/** A full page load per account, so that nothing of one is left over in the other. */
function open(account: string, page: string): void {
  rememberedSession.keepAccount(account);
  window.location.assign(`/${encodeURIComponent(account)}${page}`);
}
