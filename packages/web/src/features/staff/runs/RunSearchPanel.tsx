import { displayOfStatus, limits, testRunStatuses } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useGetMeQuery, useListStaffTestRunsQuery } from '../../../connection/serviceHooks.ts';
import { DateFilter } from '../../../ui/DateFilter.tsx';
import { dateRangeOf } from '../../../ui/dateSpans.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { IconEye } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfStatus } from '../../../ui/shapeOfRun.ts';
import { areFiltered } from '../../../ui/urlFilters.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { StartAccess } from '../access/StartAccess.tsx';
import { AccountFilter } from './AccountFilter.tsx';
import { HeaderCards } from './HeaderCards.tsx';
import { StaffRunTable } from './StaffRunTable.tsx';
import { noStaffRunFilters, staffRunFilters } from './staffRunFilters.ts';
import styles from './staffRuns.module.css';
import { useAccountName } from './useAccountName.ts';

const dayMs = 86_400_000;
const refreshEveryMs = 20_000;

/** The test runs of every account, by status, account and date. One account's are shown once there is a reason. */
export function RunSearchPanel() {
  const { filters, setFilters } = useUrlFilters(staffRunFilters);
  const { data: me } = useGetMeQuery();
  const name = useAccountName(filters.account);
  const access = me?.staffAccess.find(({ accountId }) => accountId === filters.account);
  const isOpen = filters.account === '' || access !== undefined;
  const pickAccount = (account: string) => setFilters({ account });
  return (
    <section aria-label="Test run search">
      <HeaderCards accountId={isOpen ? filters.account : ''} onPick={pickAccount} />
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers */}
      <div className={styles.bar} role="search" aria-label="Filters">
        <FilterPill
          label="Status"
          choices={testRunStatuses.map((status) => ({
            value: status,
            label: displayOfStatus(status),
            icon: <StatusShape shape={shapeOfStatus(status)} label="" />,
          }))}
          picked={filters.status}
          onChange={(picked) => setFilters({ status: testRunStatuses.filter((status) => picked.includes(status)) })}
        />
        <AccountFilter name={filters.account === '' ? null : (name ?? filters.account)} onPick={pickAccount} />
        <DateFilter date={filters.date} onChange={(date) => setFilters({ date })} />
        {areFiltered(staffRunFilters, filters) && (
          <UnstyledButton className="soft" fz={12} onClick={() => setFilters(noStaffRunFilters)}>
            Clear Filters
          </UnstyledButton>
        )}
        {access && (
          <span className={styles.seen}>
            <IconEye size={14} stroke={1.75} aria-hidden />
            <span>
              {access.accountName}’s administrators see this access: <strong>{access.reason}</strong>
            </span>
          </span>
        )}
      </div>
      {isOpen ? (
        <Runs filters={filters} onPage={(page) => setFilters({ page })} onPick={pickAccount} />
      ) : (
        me && (
          <StartAccess
            of={{ accountId: filters.account as (typeof me.staffAccess)[number]['accountId'] }}
            name={name ?? 'this organization'}
          />
        )
      )}
    </section>
  );
}

type RunsProps = {
  filters: typeof noStaffRunFilters;
  onPage: (page: number) => void;
  onPick: (accountId: string) => void;
};

function Runs({ filters, onPage, onPick }: RunsProps) {
  const { status, account, date, page } = filters;
  // A span ends with the day, so its query changes once a day.
  const today = useNow(dayMs);
  const query = useListStaffTestRunsQuery(
    {
      query: {
        page,
        limit: limits.pageOfStaffRuns,
        status: status.join(','),
        date: dateRangeOf(date, today),
        ...(account === '' ? {} : { accountId: account as never }),
      },
    },
    { pollingInterval: refreshEveryMs, skipPollingIfUnfocused: true },
  );
  const isClosed = asServiceError(query.error)?.code === 'staffAccess.required';
  return (
    <Loaded
      query={query}
      failed={isClosed ? 'The access to this organization has ended' : 'The test runs could not be loaded'}
      skeleton={<RowsSkeleton rows={8} height={32} />}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title="No Test Runs Found" why="No test run fits these filters." />}
      keepsPrevious
      framed
    >
      {({ testRuns, total, totalIsLeast }) =>
        testRuns.length === 0 ? (
          <PastLastPage size={limits.pageOfStaffRuns} total={total} onPage={onPage} />
        ) : (
          <>
            <StaffRunTable runs={testRuns} ofOne={account !== ''} onPick={onPick} />
            <Pager
              page={page}
              size={limits.pageOfStaffRuns}
              shown={testRuns.length}
              total={total}
              isLeast={totalIsLeast}
              onPage={onPage}
            />
          </>
        )
      }
    </Loaded>
  );
}
