import { roleLabels, roleTypes, type UserRoleView } from '@assay/contract';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconDots, IconLock } from '../../../ui/icons/icons.ts';
import styles from './users.module.css';
import type { UserRoleActions } from './useUserRoleActions.ts';

type PersonMenuProps = {
  role: UserRoleView;
  /** Nobody else administers the account. */
  isLastAdministrator: boolean;
  actions: UserRoleActions;
};

const whyDisabled = 'The last administrator stays: make somebody else one first.';

/** Somebody's role, as a menu of the roles to give instead. */
export function RoleMenu({ role, isLastAdministrator, actions }: PersonMenuProps) {
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <UnstyledButton
          className={styles.role}
          aria-label={`Role of ${role.user.fullName}: ${roleLabels[role.roleType]}`}
        >
          {roleLabels[role.roleType]}
          <IconChevronDown size={12} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {roleTypes.map((roleType) => {
          const isDisabled = isLastAdministrator && roleType !== 'ADMIN';
          return (
            <Menu.Item
              key={roleType}
              disabled={isDisabled}
              rightSection={role.roleType === roleType ? <IconCheck size={14} /> : null}
              onClick={() => actions.changeRole(role, roleType)}
            >
              {roleLabels[roleType]}
              {isDisabled && <WhyDisabled />}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The role of somebody to whom a group of a provider gives it. */
export function LockedRole({ role: { roleType } }: Pick<PersonMenuProps, 'role'>) {
  return (
    <span className={styles.role} title="A group of the provider gives this role at each sign-in">
      {roleLabels[roleType]}
      <IconLock size={12} stroke={1.75} aria-label="from a group" />
    </span>
  );
}

export function PersonMenu({ role, isLastAdministrator, actions }: PersonMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions of ${role.user.fullName}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" disabled={isLastAdministrator} onClick={() => actions.askToRemove(role)}>
          Remove from {actions.accountName}
          {isLastAdministrator && <WhyDisabled />}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function WhyDisabled() {
  return <span className={styles.whyDisabled}>{whyDisabled}</span>;
}
