import { clockChanges, wordsOf } from './scheduleText.ts';

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
