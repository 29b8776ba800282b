import { durationOfRun, timeLeft } from './runTiming.ts';

const started = Date.parse('2026-10-10T08:00:00Z');
const minuteMs = 60_000;
const run = {
  status: 'RUNNING',
  startTime: '2026-10-10T08:00:00.000Z',
  calculatedDuration: null,
  usualDuration: 5 * minuteMs,
} as const;

describe('the time of a run', () => {
  it('is what has passed since it began, and what is left of its usual duration', () => {
    expect(durationOfRun(run, started + minuteMs)).toBe(minuteMs);
    expect(timeLeft(run, started + minuteMs)).toBe('4 min left');
    expect(timeLeft(run, started + 4.5 * minuteMs)).toBe('30s left');
    expect(timeLeft(run, started + 6 * minuteMs)).toBe('longer than usual');
    expect(durationOfRun(run, started - minuteMs)).toBe(0);
  });

  it('is not estimated without a usual duration, before the run began, or after its end', () => {
    const now = started + minuteMs;
    expect(timeLeft({ ...run, usualDuration: null }, now)).toBeNull();
    expect(timeLeft({ ...run, status: 'QUEUED', startTime: null }, now)).toBeNull();
    const ended = { ...run, status: 'PASS', calculatedDuration: 3 * minuteMs } as const;
    expect([durationOfRun(ended, now), timeLeft(ended, now)]).toEqual([3 * minuteMs, null]);
  });
});
