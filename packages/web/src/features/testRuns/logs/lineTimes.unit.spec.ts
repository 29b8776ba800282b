import { sinceText, timeOfLine, withTimes } from './lineTimes.ts';

const at = (second: number) => new Date(second * 1000).toISOString();

describe('the times of lines', () => {
  const first = withTimes(
    [],
    [''],
    [
      { line: 0, at: at(1) },
      { line: 2, at: at(5) },
    ],
  );

  it('hold until the next one', () => {
    expect([0, 1, 2, 9].map((line) => timeOfLine(first, line))).toEqual([1000, 1000, 5000, 5000]);
    expect(timeOfLine([], 0)).toBeNull();
  });

  it('leave a line its time that the next text only continues', () => {
    const next = withTimes(first, ['a', 'b', 'begun'], [{ line: 0, at: at(9) }]);
    expect([2, 3].map((line) => timeOfLine(next, line))).toEqual([5000, 9000]);
    const fresh = withTimes(first, ['a', 'b', 'c', ''], [{ line: 0, at: at(9) }]);
    expect([2, 3].map((line) => timeOfLine(fresh, line))).toEqual([5000, 9000]);
  });

  it('are told since the first line', () => {
    expect([0, 7_900, 760_000, 3_731_000].map(sinceText)).toEqual(['0:00', '0:07', '12:40', '1:02:11']);
  });
});
