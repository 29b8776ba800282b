import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import styles from './DataTable.module.css';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  numeric?: boolean;
  /** Shown only where there is room for it: `wide` from a small window on, `widest` on a whole screen. */
  shownFrom?: 'wide' | 'widest';
};

/** A plain table: one row per thing, 40 px high; scrolls sideways in its own frame if needed. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  onOpen,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The target of a click anywhere on a row; the first cell must then have a link, for keyboard users. */
  onOpen?: (row: Row) => string;
}) {
  const navigate = useNavigate();
  const classOf = (column: Column<Row>) =>
    [column.numeric ? `${styles.numeric} tabular` : '', column.shownFrom ? styles[column.shownFrom] : '']
      .join(' ')
      .trim();
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.title === '' ? <span className="visuallyHidden">Actions</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              data-opens={onOpen !== undefined}
              onClick={onOpen && (() => void navigate(onOpen(row)))}
            >
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
