import { median } from '../bench/samples.ts';
import type { SampleRepository } from './sampleRepository.ts';

/** What came of a sample. */
export type Row = { sample: SampleRepository } & ({ missing: string } | Judged);

export type Judged = {
  /** Whether the first proposal names the framework and the folder. */
  proposed: boolean;
  /** How the run differs from what its tests are to come to; none: it needs no edit. */
  differences: readonly string[];
  /** Whether the plain run counts the same. */
  equal: boolean;
  /** In seconds: clone, install and test by hand, and those tests alone. */
  plain: { whole: number; test: number };
  /** In seconds: from the URL to the verdict, and a second run. */
  assay: { whole: number; again: number };
};

export const isJudged = (row: Row): row is { sample: SampleRepository } & Judged => !('missing' in row);
export const isUntouched = ({ proposed, differences }: Judged) => proposed && differences.length === 0;

const middle = (values: readonly number[]) => (values.length === 0 ? 0 : median(values).p50);
const seconds = (value: number) => value.toFixed(1);
const signed = (value: number) => `${value < 0 ? '' : '+'}${seconds(value)}`;

function cellsOf(row: Row): string[] {
  const { name, kind } = row.sample;
  if (!isJudged(row)) return [`${name}: ${kind}`, '', `not run: ${row.missing} is missing`, '', '', '', '', ''];
  const { proposed, differences, equal, plain, assay } = row;
  return [
    `${name}: ${kind}`,
    proposed ? 'yes' : 'no',
    differences.length === 0 ? 'none' : differences.join('; '),
    equal ? 'yes' : 'no',
    seconds(plain.whole),
    `${seconds(assay.whole)} (${(assay.whole / plain.whole).toFixed(1)} times)`,
    seconds(plain.test),
    `${seconds(assay.again)} (${signed(assay.again - plain.test)})`,
  ];
}

const head = [
  'repository',
  'proposal right',
  'edits needed',
  'counts of the plain run',
  'clone, install, test, s',
  'URL to verdict, s',
  'test again, s',
  'second run, s',
];

/** @returns what came of all samples, as Markdown: a sentence and a table */
export function repositoryTable(rows: readonly Row[]): string {
  const judged = rows.filter(isJudged);
  const untouched = judged.filter(isUntouched);
  const whole = judged.map(({ plain, assay }) => assay.whole / plain.whole);
  const beyond = judged.map(({ plain, assay }) => assay.whole - plain.whole);
  const again = judged.map(({ plain, assay }) => assay.again - plain.test);
  const share = Math.round((100 * untouched.length) / Math.max(1, judged.length));
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `${untouched.length} of ${judged.length} (${share} %) came to the right verdict without an edit; ` +
      `${rows.length - judged.length} need what the machine lacks. Medians: URL to verdict ` +
      `${middle(whole).toFixed(1)} times the plain commands (${seconds(middle(beyond))} s more), a second run ` +
      `${seconds(middle(again))} s more than the tests alone.`,
    '',
    line(head),
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => line(cellsOf(row))),
    '',
  ].join('\n');
}
