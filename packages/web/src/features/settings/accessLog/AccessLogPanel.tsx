import { type AccessLogEntry, type AccessLogPage, accessKindLabels, accessKinds } from '@assay/contract';
import { Button, Select } from '@mantine/core';
import { useListAccessLogQuery, useListUserRolesQuery } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { DayInput } from '../../../ui/form/DayInput.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { areFiltered } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { AccessLogDownload } from './AccessLogDownload.tsx';
import { type AccessFilters, accessFilters, accessQueryOf, noAccessFilters } from './accessFilters.ts';
import styles from './accessLog.module.css';
import { accessActor, accessText } from './accessText.ts';
import { StaffAccessList } from './StaffAccessList.tsx';

const refreshEveryMs = 10_000;
const kinds = accessKinds.map((value) => ({ value, label: accessKindLabels[value] }));

/** Who came into the account, and who changed who may; filters and page are in the URL. */
export function AccessLogPanel() {
  const { filters, setFilters } = useUrlFilters(accessFilters);
  // Older pages do not change, and visits are no facts that a socket could tell of.
  const options = { pollingInterval: filters.before === '' ? refreshEveryMs : 0, skipPollingIfUnfocused: true };
  const query = useListAccessLogQuery({ query: accessQueryOf(filters) }, options);
  const isFiltered = areFiltered(accessFilters, filters);
  return (
    <section aria-label="Access log">
      <p className={styles.about}>
        Who signed in, and who changed sign-in methods, people, keys and secrets. Sign-ins and changes of sign-in
        methods are kept for a year. Encrypted values are never shown.
      </p>
      <StaffAccessList />
      <Filters filters={filters} onChange={setFilters} />
      <Loaded
        query={query}
        failed="The access log could not be loaded"
        skeleton={<RowsSkeleton rows={8} height={40} />}
        isEmpty={({ entries }) => entries.length === 0}
        empty={
          <EmptyState
            title="Nothing found"
            why={isFiltered ? 'Nothing in the log fits the filters.' : 'Nothing has happened yet.'}
            action={isFiltered && <Button onClick={() => setFilters(noAccessFilters)}>Clear Filters</Button>}
          />
        }
        keepsPrevious
        framed
      >
        {(page) => <Page page={page} filters={filters} onChange={setFilters} />}
      </Loaded>
    </section>
  );
}

type FilterProps = { filters: AccessFilters; onChange: (change: Partial<AccessFilters>) => void };

function Filters({ filters, onChange }: FilterProps) {
  const { kind, user, from, to } = filters;
  const { data: roles = [] } = useListUserRolesQuery();
  const people = roles.map((role) => ({ value: role.user.id as string, label: role.user.fullName }));
  return (
    <div className={styles.filters}>
      <Select
        aria-label="Kind"
        placeholder="Everything"
        data={kinds}
        value={kind || null}
        onChange={(next) => onChange({ kind: next ?? '' })}
        clearable
      />
      <Select
        aria-label="Who"
        placeholder="Anybody"
        data={people}
        value={user || null}
        onChange={(next) => onChange({ user: next ?? '' })}
        searchable
        clearable
      />
      <DayInput
        aria-label="From"
        placeholder="From"
        value={from}
        max={to || undefined}
        onChange={(day) => onChange({ from: day })}
      />
      <DayInput
        aria-label="To"
        placeholder="To"
        value={to}
        min={from || undefined}
        onChange={(day) => onChange({ to: day })}
      />
      <AccessLogDownload filters={filters} />
    </div>
  );
}

const columns: readonly Column<AccessLogEntry>[] = [
  { key: 'at', title: 'When', cell: ({ at }) => <RelativeTime time={at} /> },
  { key: 'who', title: 'Who', cell: (entry) => accessActor(entry), shownFrom: 'wide' },
  {
    key: 'what',
    title: 'What',
    cell: (entry) => (
      <>
        <span className={styles.actor}>{accessActor(entry)}</span>
        <span className={entry.action === 'signInFailed' ? `${styles.what} ${styles.failed}` : styles.what}>
          {accessText(entry)}
        </span>
      </>
    ),
  },
  { key: 'address', title: 'Address', cell: ({ address }) => address ?? '', shownFrom: 'widest' },
];

function Page({ page, filters: { before }, onChange }: FilterProps & { page: AccessLogPage }) {
  const { entries, next } = page;
  return (
    <>
      <DataTable label="Access log" columns={columns} rows={entries} keyOf={({ id }) => id} />
      {(next !== null || before !== '') && (
        <nav className={styles.pages} aria-label="Pages">
          <Button disabled={before === ''} onClick={() => onChange({ before: '' })}>
            Newest
          </Button>
          <Button disabled={next === null} onClick={() => onChange({ before: next ?? '' })}>
            Older
          </Button>
        </nav>
      )}
    </>
  );
}
