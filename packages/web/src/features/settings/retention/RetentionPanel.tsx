import { type DetailKind, daysOf, type StorageView } from '@assay/contract';
import { useGetStorageQuery } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted as countedText, formatBytes, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import styles from './retention.module.css';

type Kind = StorageView['kinds'][number];
type Project = StorageView['projects'][number];
type Sweep = StorageView['sweeps'][number];

const names: Record<DetailKind, string> = {
  logs: 'Logs',
  details: 'Output and stack traces',
  attachments: 'Screenshots, videos and files',
};

/** While something goes or is counted, the sizes change. */
const readAgainMs = 5_000;

/** What the account keeps of its runs, how large it is, what goes when, and the rules for that. */
export function RetentionPanel() {
  const first = useGetStorageQuery();
  const isMoving =
    first.data !== undefined && (!first.data.counted || first.data.kinds.some(({ dueRuns }) => dueRuns > 0));
  const query = useGetStorageQuery(undefined, { pollingInterval: isMoving ? readAgainMs : 0 });
  return (
    <Loaded query={query} failed="The sizes could not be loaded" skeleton={<RowsSkeleton rows={6} height={40} />}>
      {(view) => (
        <div className={styles.panel}>
          <Kept view={view} />
          <RetentionForm view={view} />
          <Projects projects={view.projects} />
          <Sweeps sweeps={view.sweeps} />
        </div>
      )}
    </Loaded>
  );
}

function Kept({ view }: { view: StorageView }) {
  const { kinds, builds, retention, counted } = view;
  const columns: readonly Column<Kind>[] = [
    { key: 'kind', title: 'Kind', cell: ({ kind }) => names[kind] },
    {
      key: 'bytes',
      title: 'Stored',
      cell: ({ bytes }) => <span className={styles.size}>{formatBytes(bytes)}</span>,
      numeric: true,
    },
    { key: 'runs', title: 'Runs', cell: ({ runs }) => formatCount(runs), numeric: true, shownFrom: 'wide' },
    {
      key: 'kept',
      title: 'Kept',
      cell: ({ kind }) => {
        const days = retention[daysOf[kind]];
        return <span className={styles.size}>{days === null ? 'for good' : countedText(days, 'day')}</span>;
      },
    },
    { key: 'oldest', title: 'Oldest', cell: ({ oldest }) => oldest ?? '–', shownFrom: 'wide' },
    {
      key: 'due',
      title: 'Goes next',
      cell: ({ dueRuns, dueBytes }) =>
        dueRuns === 0 ? (
          <span className="soft">nothing</span>
        ) : (
          `${countedText(dueRuns, 'run')}, ${formatBytes(dueBytes)}`
        ),
      numeric: true,
    },
  ];
  const bytes = kinds.reduce((sum, kind) => sum + kind.bytes, 0);
  const limit = retention.maximumMegabytes;
  return (
    <section aria-label="What is kept">
      <h2 className={styles.heading}>
        {formatBytes(bytes)} of {limit === null ? 'logs, output and attachments' : `${formatCount(limit)} MB`}
      </h2>
      <DataTable label="What is kept" columns={columns} rows={kinds} keyOf={({ kind }) => kind} />
      <p className={styles.below}>
        {!counted && 'What was stored before is still being counted; nothing goes until that is done. '}
        {builds.builds > 0 &&
          `${countedText(builds.builds, 'build')} take ${formatBytes(builds.bytes)} more and are kept. `}
        A content that several runs have counts for each of them.
      </p>
    </section>
  );
}

const projectColumns: readonly Column<Project>[] = [
  { key: 'name', title: 'Project', cell: ({ name }) => name },
  { key: 'logs', title: 'Logs', cell: ({ logs }) => formatBytes(logs), numeric: true, shownFrom: 'wide' },
  { key: 'details', title: 'Output', cell: ({ details }) => formatBytes(details), numeric: true, shownFrom: 'wide' },
  {
    key: 'attachments',
    title: 'Attachments',
    cell: ({ attachments }) => formatBytes(attachments),
    numeric: true,
    shownFrom: 'wide',
  },
  { key: 'builds', title: 'Builds', cell: ({ builds }) => formatBytes(builds), numeric: true, shownFrom: 'wide' },
  {
    key: 'all',
    title: 'All',
    cell: ({ logs, details, attachments, builds }) => formatBytes(logs + details + attachments + builds),
    numeric: true,
  },
];

function Projects({ projects }: { projects: readonly Project[] }) {
  return (
    <section aria-label="By project">
      <h2 className={styles.heading}>By project</h2>
      {projects.length === 0 ? (
        <EmptyState title="Nothing is stored yet" why="The first run of a project brings logs and output." />
      ) : (
        <DataTable label="By project" columns={projectColumns} rows={projects} keyOf={({ projectId }) => projectId} />
      )}
    </section>
  );
}

const sweepColumns: readonly Column<Sweep>[] = [
  { key: 'at', title: 'When', cell: ({ startedAt }) => <RelativeTime time={startedAt} /> },
  { key: 'runs', title: 'Removed from', cell: ({ runs }) => countedText(runs, 'run'), numeric: true },
  { key: 'bytes', title: 'Size', cell: ({ bytes }) => formatBytes(bytes), numeric: true },
  {
    key: 'freed',
    title: 'Freed on disk',
    cell: ({ freedBytes }) => formatBytes(freedBytes),
    numeric: true,
    shownFrom: 'wide',
  },
  {
    key: 'held',
    title: 'Held back',
    cell: ({ heldBack }) => (heldBack === 0 ? '–' : countedText(heldBack, 'run')),
    numeric: true,
    shownFrom: 'wide',
  },
];

function Sweeps({ sweeps }: { sweeps: readonly Sweep[] }) {
  return (
    <section aria-label="Removed lately">
      <h2 className={styles.heading}>Removed lately</h2>
      {sweeps.length === 0 ? (
        <EmptyState title="Nothing was removed yet" why="What the rules let go is removed within ten minutes." />
      ) : (
        <DataTable label="Removed lately" columns={sweepColumns} rows={sweeps} keyOf={({ id }) => id} />
      )}
    </section>
  );
}
