import { passedText } from '@assay/contract';
import { formatDuration, formatRunningDuration } from './formatDuration.ts';
import { formatBytes, formatShare } from './formatNumbers.ts';
import { formatTime, timeOf } from './formatTime.ts';

const now = new Date(2026, 10, 20, 14, 2).getTime();
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();

describe('a moment', () => {
  it('is relative within 24 hours', () => {
    expect(formatTime(ago(10_000), now)).toBe('just now');
    expect(formatTime(ago(3 * 60_000), now)).toBe('3 min ago');
    expect(formatTime(ago(23 * 3_600_000), now)).toBe('23 h ago');
  });

  it("is 'MM/dd/yy h:mm a' before", () => {
    expect(formatTime(new Date(2026, 10, 3, 0, 5).toISOString(), now)).toBe('11/03/26 12:05 AM');
    expect(formatTime(new Date(2026, 1, 13, 15, 30).toISOString(), now)).toBe('02/13/26 3:30 PM');
  });

  it('without a zone is UTC', () => {
    expect(timeOf('2026-11-20T10:00:00')).toBe(Date.UTC(2026, 10, 20, 10));
    expect(timeOf('2026-11-20T10:00:00+02:00')).toBe(Date.UTC(2026, 10, 20, 8));
  });
});

describe('a duration', () => {
  it.each([
    [883, '883ms'],
    [59_949, '59.9s'],
    [59_960, '1m 00s'],
    [84_000, '1m 24s'],
    [3_599_600, '1h 00m'],
    [7_380_000, '2h 03m'],
  ])('of %p ms is %p', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('that is still counting is in whole seconds', () => {
    expect(formatRunningDuration(48_900)).toBe('48s');
    expect(formatRunningDuration(-5)).toBe('0s');
  });
});

describe('a share', () => {
  it('is never 100% while something is missing', () => {
    expect(formatShare(99_999, 100_000)).toBe('99.9%');
    expect(formatShare(3, 3)).toBe('100%');
    expect(formatShare(1, 3)).toBe('33.3%');
    expect(formatShare(0, 0)).toBe('0%');
  });

  it('is never 0% while there is something', () => {
    expect(formatShare(1, 100_000)).toBe('0.1%');
    expect(formatShare(0, 3)).toBe('0%');
  });

  it('is rounded half up', () => {
    expect([15, 2, 1].map((part) => formatShare(part, 16))).toEqual(['93.8%', '12.5%', '6.3%']);
    expect(formatShare(2, 3)).toBe('66.7%');
  });
});

describe('the passed tests', () => {
  it.each([
    [15, 0, '15 passed'],
    [15, 1, '15 passed, 1 of them flaky'],
    [1_200, 1_100, '1,200 passed, 1,100 of them flaky'],
    [2, 2, '2 passed, all flaky'],
    [1, 1, '1 passed, flaky'],
    // Quarantined tests were flaky as well.
    [1, 3, '1 passed, flaky'],
    [0, 3, '0 passed'],
  ])('%p passed with %p flaky: %p', (passCount, flakyCount, text) => {
    expect(passedText({ passCount, flakyCount })).toBe(text);
  });
});

describe('bytes', () => {
  it('use the unit that fits', () => {
    expect([28, 1_500, 48.2e9].map(formatBytes)).toEqual(['28 B', '1.5 KB', '44.9 GB']);
  });
});
