import { type RoleType, roleLabels, roleTypes, type UserRoleView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { useGetSsoRolesQuery, useListUserRolesQuery } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { LastSeen } from './LastSeen.tsx';
import { LockedRole, PersonMenu, RoleMenu } from './PersonMenus.tsx';
import { Address, PersonName } from './PersonName.tsx';
import { everybody, filteredPeople, type PeopleFilters, peopleFilters } from './peopleFilters.ts';
import styles from './users.module.css';
import { type UserRoleActions, useUserRoleActions } from './useUserRoleActions.ts';

const pageSize = 100;
const choices = roleTypes.map((value) => ({ value, label: roleLabels[value] }));

/** Nobody is told when somebody was seen: that is read now and then. */
const lookAgainMs = 60_000;

/** Who has a role in the account; filters, search and page are in the URL. */
export function People() {
  const query = useListUserRolesQuery(undefined, { pollingInterval: lookAgainMs });
  const { filters, setFilters } = useUrlFilters(peopleFilters, { replace: true });
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', () => search.current?.focus());
  const all = query.data ?? [];
  const found = filteredPeople(all, filters);
  return (
    <section aria-labelledby="people">
      <div className={styles.peopleHead}>
        <h2 id="people" className={styles.heading}>
          People{' '}
          {query.data && (
            <span className={styles.count}>
              {found.length < all.length && `${formatCount(found.length)} of `}
              {formatCount(all.length)}
            </span>
          )}
        </h2>
        <FilterPill
          label="Role"
          choices={choices}
          picked={filters.roles}
          onChange={(roles) => setFilters({ roles: roles as RoleType[] })}
        />
        <SearchField
          field={search}
          className={styles.search}
          placeholder="Search people"
          aria-label="Search people"
          value={filters.search}
          onSearch={(text) => setFilters({ search: text })}
        />
      </div>
      <Loaded
        query={query}
        failed="The people could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={40} />}
        framed
      >
        {() => <FoundPeople found={found} all={all} filters={filters} onChange={setFilters} />}
      </Loaded>
    </section>
  );
}

type FoundPeopleProps = {
  found: readonly UserRoleView[];
  all: readonly UserRoleView[];
  filters: PeopleFilters;
  onChange: (change: Partial<PeopleFilters>) => void;
};

function FoundPeople({ found, all, filters: { page }, onChange }: FoundPeopleProps) {
  const mayWrite = useMay('userRole.write');
  const { data: ssoRoles } = useGetSsoRolesQuery(undefined, { skip: !mayWrite });
  const actions = useUserRoleActions();
  const administrators = all.filter(({ roleType, staffUntil }) => roleType === 'ADMIN' && staffUntil === null).length;
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const toPage = (next: number) => onChange({ page: next });
  if (found.length === 0) {
    return (
      <div className={list.list}>
        <EmptyState
          title="Nobody found"
          why="No name or address of the account fits the filters."
          action={<Button onClick={() => onChange(everybody)}>Clear Filters</Button>}
        />
      </div>
    );
  }
  if (shown.length === 0) {
    return (
      <div className={list.list}>
        <PastLastPage size={pageSize} total={found.length} onPage={toPage} />
      </div>
    );
  }
  return (
    <>
      <DataTable
        label="People"
        columns={columnsOf(actions, { mayWrite, isSynced: ssoRoles?.sync === true, administrators })}
        rows={shown}
        keyOf={({ id }) => id}
      />
      {found.length > pageSize && (
        <Pager page={page} size={pageSize} shown={shown.length} total={found.length} onPage={toPage} />
      )}
    </>
  );
}

const twoFactorColumn: Column<UserRoleView> = {
  key: 'twoFactor',
  title: 'Two-factor',
  cell: ({ twoFactor }) => (twoFactor ? 'On' : <span className="soft">off</span>),
  shownFrom: 'widest',
};

type Circumstances = {
  mayWrite: boolean;
  /** Roles that groups gave follow them. */
  isSynced: boolean;
  administrators: number;
};

function columnsOf(
  actions: UserRoleActions,
  { mayWrite, isSynced, administrators }: Circumstances,
): Column<UserRoleView>[] {
  const menuProps = (role: UserRoleView) => ({
    role,
    isLastAdministrator: administrators === 1 && role.roleType === 'ADMIN' && role.staffUntil === null,
    actions,
  });
  const columns: Column<UserRoleView>[] = [
    {
      key: 'name',
      title: 'Name',
      cell: ({ user, staffUntil }) => (
        <PersonName name={user.fullName} email={user.email} isMe={user.id === actions.myId} staffUntil={staffUntil} />
      ),
    },
    { key: 'email', title: 'Email', cell: ({ user }) => <Address email={user.email} />, shownFrom: 'wide' },
    {
      key: 'role',
      title: 'Role',
      cell: (role) => {
        if (role.fromSso && isSynced) return <LockedRole role={role} />;
        return mayWrite ? <RoleMenu {...menuProps(role)} /> : roleLabels[role.roleType];
      },
    },
    ...(mayWrite ? [twoFactorColumn] : []),
    { key: 'seen', title: 'Last seen', cell: ({ lastSeenAt }) => <LastSeen at={lastSeenAt} />, shownFrom: 'wide' },
  ];
  if (mayWrite) {
    columns.push({ key: 'actions', title: '', numeric: true, cell: (role) => <PersonMenu {...menuProps(role)} /> });
  }
  return columns;
}
