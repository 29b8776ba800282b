import type { Spread } from './samples.ts';

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

/** @returns a Markdown table, to be kept as printed. */
export function tableOf(figures: readonly Figure[]): string {
  const head = ['figure', 'median (/ p99)', 'unit', 'floor', 'against the floor', 'aim', 'what the floor is'];
  const rows = figures.map((figure) => [
    figure.name,
    spread(figure.measured),
    figure.unit,
    figure.floor ? spread(figure.floor) : '',
    ratio(figure),
    aimOf(figure),
    figure.floorIs,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
