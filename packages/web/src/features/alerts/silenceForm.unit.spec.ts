import { endOfSilence, silenceRequestOf } from './silenceForm.ts';

const now = new Date(2026, 10, 30, 22, 15);

describe('a silence', () => {
  it('ends when its choice says, in the time zone of the reader', () => {
    expect(endOfSilence('hour', now)).toEqual(new Date(2026, 10, 30, 23, 15));
    expect(endOfSilence('fourHours', now)).toEqual(new Date(2026, 11, 1, 2, 15));
    expect(endOfSilence('tomorrow', now)).toEqual(new Date(2026, 11, 1, 9, 0));
    expect(endOfSilence('week', now).getTime() - now.getTime()).toBe(7 * 24 * 3_600_000);
  });

  it('is sent with its reason', () => {
    const until = new Date(2026, 10, 30, 23, 15).toISOString();
    expect(silenceRequestOf({ span: 'hour', reason: ' The database moves ' }, now)).toEqual({
      until,
      reason: 'The database moves',
    });
  });
});
