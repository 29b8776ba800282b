import { Fragment, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import styles from './DataTable.module.css';
import { useScrollsSideways } from './useScrollsSideways.ts';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  numeric?: boolean;
  /** Shown only where there is room for it: `wide` from a small window on, `widest` on a whole screen. */
  shownFrom?: 'wide' | 'widest';
  /** Whether its head sorts the rows, where the table has `sorting`. */
  sortable?: boolean;
};

/** How the rows are sorted; whoever shows the table sorts them. */
export type Sorting = { by: string; descending: boolean; onSort: (key: string) => void };

/** A plain table: one row per thing, 40 px high; scrolls sideways in its own frame if needed. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  onOpen,
  sorting,
  noteOf,
  stacks = false,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The target of a click anywhere on a row; the first cell must then have a link, for keyboard users. */
  onOpen?: (row: Row) => string;
  sorting?: Sorting;
  /** A second line of a row, across all columns; null: it has none. */
  noteOf?: (row: Row) => ReactNode;
  /** Whether a narrow table has the cells of a row below each other, each with its title. */
  stacks?: boolean;
}) {
  const navigate = useNavigate();
  const [frame, scrolls] = useScrollsSideways<HTMLDivElement>();
  const classOf = (column: Column<Row>) =>
    [column.numeric ? `${styles.numeric} tabular` : '', column.shownFrom ? styles[column.shownFrom] : '']
      .join(' ')
      .trim();
  return (
    <div ref={frame} className={styles.frame} tabIndex={scrolls ? 0 : undefined}>
      <table className={stacks ? `${styles.table} ${styles.stacks}` : styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={classOf(column)}
                aria-sort={sorting?.by === column.key ? (sorting.descending ? 'descending' : 'ascending') : undefined}
              >
                <Title column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const note = noteOf?.(row) ?? null;
            return (
              <Fragment key={keyOf(row)}>
                <tr
                  data-opens={onOpen !== undefined}
                  data-noted={note !== null}
                  onClick={onOpen && (() => void navigate(onOpen(row)))}
                >
                  {columns.map((column) => (
                    <td key={column.key} className={classOf(column)} data-title={column.title}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {note !== null && (
                  <tr className={styles.note}>
                    <td colSpan={columns.length}>{note}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Title<Row>({ column: { key, title, sortable }, sorting }: { column: Column<Row>; sorting?: Sorting }) {
  if (title === '') return <span className="visuallyHidden">Actions</span>;
  if (!sorting || !sortable) return title;
  const mark = sorting.descending ? '↓' : '↑';
  return (
    <button type="button" className={styles.sort} onClick={() => sorting.onSort(key)}>
      {title} <span aria-hidden>{sorting.by === key && mark}</span>
    </button>
  );
}
