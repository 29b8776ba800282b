import {
  firstQuarterAt,
  hoursOfDay,
  quarterCount,
  quarterMs,
  quartersWithin,
  rangeBetween,
  ticksBelow,
} from './quarters.ts';

const at = (minute: number) => Date.UTC(2026, 2, 1, 12, minute);

describe('quarters of an hour', () => {
  it('end with the current one', () => {
    expect(firstQuarterAt(at(20)) + (quarterCount - 1) * quarterMs).toBe(at(15));
  });

  it('are within a range from its start to before its end, drawn in either direction', () => {
    expect(rangeBetween(at(30), at(0))).toEqual({ from: at(0), to: at(45) });
    const quarters = [0, 15, 30, 45].map((minute) => ({
      ...{ startTime: new Date(at(minute)).toISOString(), count: 1, p50: 1, p95: 2, dbTime: 1 },
    }));
    expect(quartersWithin(quarters, rangeBetween(at(15), at(30)))).toEqual(quarters.slice(1, 3));
  });

  it.each([
    [760, [200, 400, 600]],
    [3_400, [1_000, 2_000, 3_000]],
    [12, [5, 10]],
    [1, [0.5]],
  ])('have round ticks below %d ms', (highest, ticks) => {
    expect(ticksBelow(highest)).toEqual(ticks);
  });

  it('have a label for each fourth hour', () => {
    const hours = hoursOfDay(at(15));
    expect(hours).toHaveLength(6);
    expect(hours.every((hour) => new Date(hour).getHours() % 4 === 0)).toBe(true);
  });
});
