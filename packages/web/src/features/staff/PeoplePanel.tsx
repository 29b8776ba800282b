import { roleLabels, type StaffPersonView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useListStaffPeopleQuery } from '../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { useShortcut } from '../../ui/useShortcut.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import { ErasePersonModal } from './ErasePersonModal.tsx';
import styles from './staff.module.css';
import { pageQueryOf, staffFilters, staffPageSize } from './staffFilters.ts';

const shortestSearch = 2;

/** People of all accounts, found by name or address, and erased for good. */
export function PeoplePanel() {
  const { filters, setFilters } = useUrlFilters(staffFilters, { replace: true });
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const search = useSettled(filters.search.trim());
  const [erased, setErased] = useState<StaffPersonView | null>(null);
  return (
    <section aria-label="People">
      <div className={styles.head}>
        <p className={styles.about}>Whoever can sign in here, whatever their organizations. Searches are logged.</p>
        <SearchField
          field={field}
          className={styles.search}
          placeholder="Name or email"
          aria-label="Search people"
          value={filters.search}
          onSearch={(text) => setFilters({ search: text })}
        />
      </div>
      {search.length < shortestSearch ? (
        <div className={list.list}>
          <EmptyState title="Whom are you looking for?" why="Type two letters or more of a name or an email address." />
        </div>
      ) : (
        <Found search={search} page={filters.page} onPage={(page) => setFilters({ page })} onErase={setErased} />
      )}
      <ErasePersonModal person={erased} onClose={() => setErased(null)} />
    </section>
  );
}

type FoundProps = {
  search: string;
  page: number;
  onPage: (page: number) => void;
  onErase: (person: StaffPersonView) => void;
};

function Found({ search, page, onPage, onErase }: FoundProps) {
  const query = useListStaffPeopleQuery({ query: { search, ...pageQueryOf(page) } });
  return (
    <Loaded
      query={query}
      failed="The people could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title="Nobody found" why="Nobody has this in their name or email address." />}
      keepsPrevious
      framed
    >
      {({ people, total }) =>
        people.length === 0 ? (
          <PastLastPage size={staffPageSize} total={total} onPage={onPage} />
        ) : (
          <>
            <DataTable label="People" columns={columnsOf(onErase)} rows={people} keyOf={({ id }) => id} stacks />
            <Pager page={page} size={staffPageSize} shown={people.length} total={total} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  );
}

const rolesOf = ({ roles }: StaffPersonView) =>
  roles.map(({ accountName, roleType }) => `${accountName} (${roleLabels[roleType]})`).join(', ');

function columnsOf(onErase: (person: StaffPersonView) => void): readonly Column<StaffPersonView>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      cell: ({ fullName, staff }) => (
        <span>
          <strong>{fullName}</strong>
          {staff && <span className="soft"> · staff</span>}
        </span>
      ),
    },
    { key: 'email', title: 'Email', cell: ({ email }) => email },
    {
      key: 'roles',
      title: 'Organizations',
      cell: (person) => rolesOf(person) || <span className="soft">none</span>,
    },
    {
      key: 'actions',
      title: '',
      numeric: true,
      cell: (person) => (
        <Button size="compact-xs" onClick={() => onErase(person)} aria-label={`Erase ${person.fullName}`}>
          Erase…
        </Button>
      ),
    },
  ];
}
