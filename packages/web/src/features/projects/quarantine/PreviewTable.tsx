import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Pager } from '../../../ui/Pager.tsx';
import styles from './quarantinePreview.module.css';

const pageSize = 10;

type Props<Row> = {
  title: string;
  /** What the rows are, in a sentence. */
  about: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** As many there are; only the first of them are named. */
  total: number;
  /** Which ones are named. */
  named: string;
  /** In place of a table without rows. */
  none: string;
};

/** A part of the preview: a list in pages, with its title and what it means. */
export function PreviewTable<Row>({ title, about, columns, rows, keyOf, total, named, none }: Props<Row>) {
  const [page, setPage] = useState(1);
  const first = (page - 1) * pageSize;
  const shown = rows.slice(first, first + pageSize);
  return (
    <section className={styles.part} aria-label={title}>
      <h2>
        {title} <span className={`${styles.total} tabular`}>{formatCount(total)}</span>
      </h2>
      <p className={styles.about}>
        {rows.length === 0 ? none : about}
        {rows.length < total && ` The ${named} ${formatCount(rows.length)} are listed.`}
      </p>
      {rows.length > 0 && <DataTable label={title} columns={columns} rows={shown} keyOf={keyOf} stacks />}
      {rows.length > pageSize && (
        <Pager page={page} size={pageSize} shown={shown.length} total={rows.length} onPage={setPage} />
      )}
    </section>
  );
}
