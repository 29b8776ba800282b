import { median, type Spread } from './samples.ts';

/** One line of the report: a measurement, beside the lower bound of the same run. */
export type Figure = {
  name: string;
  /** `x`: a plain number, or a multiple of the floor, where nothing else is known. */
  unit: 'results/s' | 'events/s' | 'documents/s' | 'claims/s' | 'ms' | 's' | 'kB' | 'MB' | 'x';
  measured: Spread;
  /** Null where there is nothing to compare with. */
  floor: Spread | null;
  /** What the floor is, in a few words. */
  floorIs: string;
  /** The aim on two cores: for the median, or for the 99th percentile. */
  aim?: number;
  aimIsTail?: true;
};

function number(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function spread({ p50, p99 }: Spread): string {
  return p99 === undefined ? number(p50) : `${number(p50)} / ${number(p99)}`;
}

/** A rate as a share of the floor's, anything else as a multiple of the floor. */
function ratio({ unit, measured, floor }: Figure): string {
  if (!floor) return '';
  const times = measured.p50 / floor.p50;
  return unit.endsWith('/s') ? `${times.toFixed(2)} of it` : `${times.toFixed(1)} times`;
}

function aimOf({ aim, aimIsTail, unit, measured }: Figure): string {
  if (aim === undefined) return '';
  const value = aimIsTail ? (measured.p99 ?? measured.p50) : measured.p50;
  const met = unit.endsWith('/s') ? value >= aim : value <= aim;
  return `${aimIsTail ? 'p99 ' : ''}${number(aim)} ${met ? 'met' : 'missed'}`;
}

const head = ['figure', 'median (/ p99)', 'unit', 'floor', 'against the floor', 'aim', 'what the floor is'];

/** @returns a Markdown table, to be kept as printed. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    spread(figure.measured),
    figure.unit,
    figure.floor ? spread(figure.floor) : '',
    ratio(figure),
    aimOf(figure),
    figure.floorIs,
  ]);
  return markdownTable(head, rows);
}

/** @returns a Markdown table with aligned columns */
function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(titles), rule, ...rows.map(line)].join('\n');
}

/** A row of a printed table. */
export type PrintedFigure = { name: string; unit: string; measured: number; floor: number | null };

/** @returns the rows of the table in the output of a bench, of this commit or an earlier one */
export function readTable(output: string): PrintedFigure[] {
  const rows = output
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows
    .slice(1)
    .map(([, name = '', measured = '', unit = '', floor = '']) => ({
      name,
      unit,
      measured: medianIn(measured) ?? Number.NaN,
      floor: medianIn(floor),
    }))
    .filter((row) => !Number.isNaN(row.measured));
}

/** @param cell a median, or a median and a 99th percentile */
function medianIn(cell: string): number | null {
  const [median = ''] = cell.split(' / ');
  return median === '' ? null : Number(median.replaceAll(',', ''));
}

/** Rounds of two builds, which alternated. */
export type Rounds = { before: readonly PrintedFigure[][]; after: readonly PrintedFigure[][] };

/**
 * @param names how the two builds are called
 * @returns a Markdown table of the figures that both have: medians of all rounds and their ratio. The last column compares
 *   what each was of its floor in the same round, which other work on the machine affects less
 */
export function comparisonOf({ before, after }: Rounds, names: { before: string; after: string }): string {
  const rows = (after[0] ?? []).flatMap(({ name, unit }) => {
    const of = (rounds: readonly PrintedFigure[][]) =>
      rounds.flatMap((figures) => figures.filter((figure) => figure.name === name && figure.unit === unit));
    const [former, latter] = [of(before), of(after)];
    if (former.length === 0) return [];
    const middle = (figures: readonly PrintedFigure[]) => median(figures.map(({ measured }) => measured)).p50;
    const shares = [former, latter].map((figures) =>
      figures.flatMap(({ measured, floor }) => (floor ? [measured / floor] : [])),
    );
    const [share, laterShare] = shares.map((each) => (each.length > 0 ? median(each).p50 : null));
    const againstFloors = share && laterShare ? (laterShare / share).toFixed(2) : '';
    const [one, other] = [middle(former), middle(latter)];
    return [[name, unit, number(one), number(other), (other / one).toFixed(2), againstFloors]];
  });
  return markdownTable(['figure', 'unit', names.before, names.after, 'ratio', 'ratio of shares of the floor'], rows);
}
