import type { TestResultRow, TestRunView } from '@assay/contract';
import { type CsvColumn, csvOf } from '../../../ui/csv.ts';

type Row = Pick<
  TestResultRow,
  'file' | 'name' | 'status' | 'duration' | 'flaky' | 'quarantined' | 'attempts' | 'error'
>;

const columns: readonly CsvColumn<Row>[] = [
  { title: 'File', value: ({ file }) => file },
  { title: 'Test', value: ({ name }) => name },
  { title: 'Status', value: ({ status }) => status },
  { title: 'Duration (ms)', value: ({ duration }) => duration },
  { title: 'Attempts', value: ({ attempts }) => attempts },
  { title: 'Flaky', value: ({ flaky }) => (flaky ? 'yes' : 'no') },
  { title: 'Quarantined', value: ({ quarantined }) => (quarantined ? 'yes' : 'no') },
  { title: 'Error', value: ({ error }) => error },
];

/** @returns the tests of a run as comma-separated values, one a line. */
export function csvOfRun(rows: readonly Row[]): string {
  return csvOf(columns, rows);
}

/**
 * @returns the tests of a run as JUnit XML, a suite for each file. Tests that were ignored or not run are skipped; messages are
 *   the heads of the errors, as the list of results has them.
 */
export function junitOfRun(
  { project, number, createdAt }: Pick<TestRunView, 'project' | 'number' | 'createdAt'>,
  rows: readonly Row[],
): string {
  const files = new Map<string, Row[]>();
  for (const row of rows) files.set(row.file, [...(files.get(row.file) ?? []), row]);
  const suites = [...files].map(([file, tests]) => suiteOf(file, tests));
  const name = attribute(`${project.name} #${number}`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" ${countsOf(rows)} timestamp="${attribute(createdAt)}">\n${suites.join('')}</testsuites>\n`;
}

function suiteOf(file: string, tests: readonly Row[]): string {
  const cases = tests.map((test) => {
    const head = `    <testcase classname="${attribute(file)}" file="${attribute(file)}" name="${attribute(test.name)}" time="${secondsOf(test.duration)}"`;
    const inside = insideOf(test);
    return inside === '' ? `${head}/>\n` : `${head}>${inside}</testcase>\n`;
  });
  return `  <testsuite name="${attribute(file)}" ${countsOf(tests)}>\n${cases.join('')}  </testsuite>\n`;
}

function insideOf({ status, error }: Row): string {
  if (status === 'FAIL') return `<failure message="${attribute(error ?? 'Failed')}"/>`;
  return status === 'PASS' ? '' : '<skipped/>';
}

function countsOf(rows: readonly Row[]): string {
  const failures = rows.filter(({ status }) => status === 'FAIL').length;
  const skipped = rows.filter(({ status }) => status !== 'FAIL' && status !== 'PASS').length;
  const time = secondsOf(rows.reduce((sum, { duration }) => sum + (duration ?? 0), 0));
  return `tests="${rows.length}" failures="${failures}" skipped="${skipped}" time="${time}"`;
}

const secondsOf = (milliseconds: number | null) => ((milliseconds ?? 0) / 1000).toFixed(3);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 does not allow are left out. */
function attribute(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)
      .replaceAll(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}
