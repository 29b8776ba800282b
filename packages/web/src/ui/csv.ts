export type CsvColumn<Row> = { title: string; value: (row: Row) => string | number | null };

/** A spreadsheet would run what begins like a formula. */
const formula = /^[=+\-@\t\r]/;

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns the rows as comma-separated values (RFC 4180) below a line of titles; null is an empty cell. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => cellOf(title)),
    ...rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
