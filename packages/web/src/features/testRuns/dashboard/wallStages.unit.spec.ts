import type { Card, Column } from './columns.ts';
import { rowsOf, wallStagesOf } from './wallStages.ts';

const card = (index: number, standing: Card['standing']) => ({ id: `${index}`, name: `${index}`, standing }) as Card;
const stage = (name: string, count: number, failing = 0): Column => ({
  id: name as Column['id'],
  name,
  cards: Array.from({ length: count }, (_, index) => card(index, index < failing ? 'fail' : 'pass')),
});
const shown = (...columns: Column[]) =>
  wallStagesOf(columns).map(({ name, width, shown, rest }) => [name, width, shown.length, rest]);

describe('stages on a wall screen', () => {
  it('are all shown while there is room, and those without environments are not', () => {
    expect(shown(stage('test', 6), stage('none', 0), stage('live', 2))).toEqual([
      ['test', 1, 6, []],
      ['live', 1, 2, []],
    ]);
    expect(rowsOf(wallStagesOf([stage('test', 6), stage('live', 2)]))).toBe(6);
  });

  it('take the free columns where most would be left out', () => {
    expect(shown(stage('test', 20), stage('live', 8))).toEqual([
      ['test', 4, 20, []],
      ['live', 1, 5, [{ shape: 'pass', count: 3 }]],
    ]);
  });

  it('tell how those stand that have no room', () => {
    expect(shown(stage('test', 200, 31))).toEqual([
      [
        'test',
        5,
        29,
        [
          { shape: 'fail', count: 2 },
          { shape: 'pass', count: 169 },
        ],
      ],
    ]);
    expect(rowsOf(wallStagesOf([stage('test', 200)]))).toBe(6);
  });
});
