import { csvOf } from './csv.ts';

describe('comma-separated values', () => {
  it('have a line of titles, quote what needs it, and defuse what a spreadsheet would run', () => {
    const columns = [
      { title: 'Test', value: ({ name }: { name: string; ms: number | null }) => name },
      { title: 'Time, ms', value: ({ ms }: { name: string; ms: number | null }) => ms },
    ];
    const rows = [
      { name: 'says "hello", twice', ms: 12 },
      { name: '=HYPERLINK(1)', ms: null },
      { name: 'adds', ms: -1 },
    ];
    expect(csvOf(columns, rows)).toBe(
      'Test,"Time, ms"\r\n"says ""hello"", twice",12\r\n\'=HYPERLINK(1),\r\nadds,-1\r\n',
    );
  });
});
