import { clockChanges, clockOf, outsideChanges, wordsOf } from './scheduleText.ts';

const now = new Date('2026-10-22T14:00:00Z');

describe('a schedule in words', () => {
  it.each([
    ['30 2 * * *', 'At 02:30, every day'],
    ['*/30 * * * *', 'Every 30 minutes'],
    ['0 6 * * 1-5', 'At 06:00, Monday through Friday'],
    ['nonsense', 'nonsense'],
  ])('says of %p: %s', (cron, words) => {
    expect(wordsOf(cron)).toBe(words);
  });
});

describe('changes of the clocks', () => {
  it('tell which time comes twice and which one moves', () => {
    expect(clockChanges({ cron: '30 2 * * *', timeZone: 'Europe/Berlin' }, now)).toEqual([
      { kind: 'twice', wall: new Date('2026-10-25T02:30:00Z'), at: new Date('2026-10-25T00:30:00Z') },
      { kind: 'skipped', wall: new Date('2027-03-28T02:30:00Z'), at: new Date('2027-03-28T01:00:00Z') },
    ]);
  });

  it('are told of only where they hit a time of the schedule', () => {
    expect(clockChanges({ cron: '30 4 * * *', timeZone: 'Europe/Berlin' }, now)).toEqual([]);
    expect(clockChanges({ cron: '30 2 * * *', timeZone: null }, now)).toEqual([]);
    expect(clockChanges({ cron: '30 2 * * *', timeZone: 'Asia/Tokyo' }, now)).toEqual([]);
  });
});

describe('a way out of changes of the clocks', () => {
  it.each([
    ['30 2 * * *', 'Europe/Berlin', '30 3 * * *'],
    ['15 2 * * 0', 'Australia/Lord_Howe', '15 3 * * 0'],
    ['0 0 * * *', 'America/Santiago', '0 1 * * *'],
    ['30 23 * * *', 'America/Santiago', '30 22 * * *'],
  ])('moves %p in %s to %p', (cron, timeZone, moved) => {
    expect(clockChanges({ cron, timeZone }, now)).not.toEqual([]);
    expect(outsideChanges({ cron, timeZone }, now)).toBe(moved);
    expect(clockChanges({ cron: moved, timeZone }, now)).toEqual([]);
  });

  it('is none where there are several times of day', () => {
    expect(outsideChanges({ cron: '*/30 2 * * *', timeZone: 'Europe/Berlin' }, now)).toBeNull();
    expect(outsideChanges({ cron: '30 2,14 * * *', timeZone: 'Europe/Berlin' }, now)).toBeNull();
  });

  it('is named by its time', () => {
    expect(clockOf('5 3 * * 1')).toBe('03:05');
  });
});
