import { comparisonOf, type Figure, type PrintedFigure, readTable, tableOf } from './figures.ts';

const figures: Figure[] = [
  {
    name: 'results ingested',
    unit: 'results/s',
    measured: { p50: 1234.4 },
    floor: { p50: 5000 },
    floorIs: 'the stores alone',
    aim: 1500,
  },
  { name: 'list', unit: 'ms', measured: { p50: 2.5, p99: 20 }, floor: null, floorIs: '' },
];

describe('the table of a bench', () => {
  it('is read from what the bench prints, with medians alone', () => {
    const printed = `2 cores, 24 GB\n\n${tableOf(figures)}\n`;
    expect(readTable(printed)).toEqual([
      { name: 'results ingested', unit: 'results/s', measured: 1234, floor: 5000 },
      { name: 'list', unit: 'ms', measured: 2.5, floor: null },
    ]);
    expect(readTable('Building …\n')).toEqual([]);
  });
});

describe('a comparison of two builds', () => {
  const round = (measured: number, floor: number | null): PrintedFigure[] => [
    { name: 'list', unit: 'ms', measured, floor },
  ];
  const rowOf = (table: string) =>
    table
      .split('\n')
      .at(-1)
      ?.split('|')
      .map((cell) => cell.trim())
      .slice(1, -1);

  it('has medians of all rounds, their ratio, and that of the shares of their floors', () => {
    const before = [round(10, 5), round(30, 5), round(20, 5)];
    // On a machine that was busier: slower, and so was the floor.
    const after = [round(40, 20), round(20, 10), round(30, 15)];
    const table = comparisonOf({ before, after }, { before: 'abc', after: 'this checkout' });
    expect(rowOf(table)).toEqual(['list', 'ms', '20.0', '30.0', '1.50', '0.50']);
  });

  it('leaves out what one of them does not measure, and shares where there is no floor', () => {
    const other: PrintedFigure = { name: 'new', unit: 'ms', measured: 1, floor: null };
    const rounds = { before: [round(10, null)], after: [[...round(5, null), other]] };
    const table = comparisonOf(rounds, { before: 'abc', after: 'this checkout' });
    expect(table).not.toContain('new');
    expect(rowOf(table)).toEqual(['list', 'ms', '10.0', '5.00', '0.50', '']);
  });
});
