import type { StaffAccountView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useListStaffAccountsQuery } from '../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { useShortcut } from '../../ui/useShortcut.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import { PlanModal } from './PlanModal.tsx';
import { planText } from './planText.ts';
import styles from './staff.module.css';
import { pageQueryOf, staffFilters, staffPageSize } from './staffFilters.ts';

/** Every account with its plan, which staff change. */
export function AccountsPanel() {
  const { filters, setFilters } = useUrlFilters(staffFilters, { replace: true });
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const search = useSettled(filters.search.trim());
  const query = useListStaffAccountsQuery({ query: { search, ...pageQueryOf(filters.page) } });
  const [edited, setEdited] = useState<StaffAccountView | null>(null);
  const turnTo = (page: number) => setFilters({ page });
  return (
    <section aria-label="Accounts">
      <div className={styles.head}>
        <p className={styles.about}>What an account may use follows from its plan.</p>
        <SearchField
          field={field}
          className={styles.search}
          placeholder="Search accounts"
          aria-label="Search accounts"
          value={filters.search}
          onSearch={(text) => setFilters({ search: text })}
        />
      </div>
      <Loaded
        query={query}
        failed="The accounts could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState title="No account found" why="No account has this in its name." />}
        keepsPrevious
        framed
      >
        {({ accounts, total }) =>
          accounts.length === 0 ? (
            <PastLastPage size={staffPageSize} total={total} onPage={turnTo} />
          ) : (
            <>
              <DataTable
                label="Accounts"
                columns={columnsOf(setEdited)}
                rows={accounts}
                keyOf={({ id }) => id}
                stacks
              />
              <Pager page={filters.page} size={staffPageSize} shown={accounts.length} total={total} onPage={turnTo} />
            </>
          )
        }
      </Loaded>
      <PlanModal account={edited} onClose={() => setEdited(null)} />
    </section>
  );
}

function columnsOf(onEdit: (account: StaffAccountView) => void): readonly Column<StaffAccountView>[] {
  return [
    { key: 'name', title: 'Name', cell: ({ name }) => <strong dir="auto">{name}</strong> },
    { key: 'plan', title: 'Plan', cell: planText },
    { key: 'runs', title: 'Test runs', numeric: true, cell: ({ testRunCount }) => formatCount(testRunCount) },
    {
      key: 'actions',
      title: '',
      numeric: true,
      cell: (account) => (
        <Button size="compact-xs" onClick={() => onEdit(account)} aria-label={`Change plan of ${account.name}`}>
          Change plan
        </Button>
      ),
    },
  ];
}
