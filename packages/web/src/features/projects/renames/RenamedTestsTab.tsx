import type { ProjectView, RenameDecision } from '@assay/contract';
import { Button, Group } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useListTestRenamesQuery } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useRenameDecision } from '../../../ui/renames/useRenameDecision.ts';
import styles from '../projects.module.css';
import { type RenameRow, renameRows } from './renameRows.ts';

/** Rows of one table; the newest come first. */
const rowsShown = 200;

const reasons: Readonly<Record<string, string>> = {
  MOVED_FILE: 'Its file has moved',
  REWRITTEN_NAMES: 'Its tool writes other names',
  ACCEPTED: 'Accepted',
  SIMILAR: 'Similar name',
};

/** Tests that have new names and keep their history, and those that may be such. */
export function RenamedTestsTab({ project }: { project: ProjectView }) {
  const query = useListTestRenamesQuery({ params: { id: project.id }, query: {} });
  const { decide, deciding } = useRenameDecision(project.id);
  const may = useMay('test.quarantine');

  function buttonOf(row: RenameRow, decision: RenameDecision, label: string) {
    const what = row.name ?? row.file;
    return (
      <Button
        size="compact-xs"
        loading={deciding !== null && deciding.decision === decision && deciding.ids[0] === row.ids[0]}
        onClick={() => void decide(row.ids, decision)}
        aria-label={`${label}: ${what}`}
      >
        {label}
      </Button>
    );
  }

  const facts: Column<RenameRow>[] = [
    { key: 'test', title: 'Test', cell: (row) => <Place file={row.file} name={row.name} count={row.ids.length} /> },
    {
      key: 'former',
      title: 'Before',
      cell: (row) => <Place file={row.formerFile} name={row.formerName} count={row.ids.length} />,
    },
    { key: 'since', title: 'Since', cell: ({ at }) => <RelativeTime time={at} />, shownFrom: 'wide' },
  ];
  const withActions = (cell: Column<RenameRow>['cell']): Column<RenameRow>[] =>
    may ? [{ key: 'actions', title: '', numeric: true, cell }] : [];
  const suggestedColumns = [
    ...facts,
    ...withActions((row) => (
      <Group gap={8} justify="flex-end" wrap="nowrap">
        {buttonOf(row, 'JOIN', 'Same test')}
        {buttonOf(row, 'SEPARATE', 'Two tests')}
      </Group>
    )),
  ];
  const why: Column<RenameRow> = {
    key: 'why',
    title: 'Why',
    cell: ({ reason }) => reasons[reason] ?? reason,
    shownFrom: 'wide',
  };
  const renamedColumns = [
    ...facts,
    why,
    ...withActions((row) => <Group justify="flex-end">{buttonOf(row, 'SEPARATE', 'Separate')}</Group>),
  ];

  return (
    <Loaded
      query={query}
      failed="The renamed tests could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      isEmpty={({ suggested, renamed }) => suggested.length + renamed.length === 0}
      empty={
        <EmptyState
          title="No renamed tests"
          why="A test that gets another file or name keeps its history and quarantine: by itself where its file has moved, and where you say so for similar names."
        />
      }
    >
      {({ suggested, renamed, renamedCount }) => (
        <>
          {suggested.length > 0 && (
            <Section title="May be the same test" columns={suggestedColumns} rows={renameRows(suggested)} />
          )}
          {renamed.length > 0 && <Section title="Renamed" columns={renamedColumns} rows={renameRows(renamed)} />}
          {renamedCount > renamed.length && (
            <p className="soft">
              The newest {counted(renamed.length, 'test')} of {renamedCount}.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

function Section({ title, columns, rows }: { title: string; columns: Column<RenameRow>[]; rows: RenameRow[] }) {
  return (
    <section>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <DataTable
        stacks
        label={title}
        columns={columns}
        rows={rows.slice(0, rowsShown)}
        keyOf={({ ids }) => ids.join()}
      />
      {rows.length > rowsShown && (
        <p className="soft">
          The newest {rowsShown} of {rows.length}.
        </p>
      )}
    </section>
  );
}

/** A test, or the file of several. */
function Place({ file, name, count }: { file: string; name: string | null; count: number }) {
  return (
    <div className={styles.twoLines}>
      <div>{name ?? file}</div>
      <div className="soft">{name === null ? counted(count, 'test') : file}</div>
    </div>
  );
}
