import { type DaySpan, dayOf, withDay } from './daysRun.ts';

const spansOf = (...days: number[]) => days.reduce<DaySpan[]>((spans, day) => withDay(spans, day), []);

describe('the days on which a test was run', () => {
  it('are UTC days', () => {
    expect(dayOf('1970-01-01T23:59:59.999Z')).toBe(0);
    expect(dayOf('1970-01-02T00:00:00Z')).toBe(1);
    expect(dayOf('1970-01-02T01:00:00+02:00')).toBe(0);
  });

  it('form one span if there is no day between them', () => {
    expect(spansOf(5, 5, 6, 7, 6)).toEqual([{ from: 5, to: 7 }]);
    expect(spansOf(5, 7)).toEqual([
      { from: 5, to: 5 },
      { from: 7, to: 7 },
    ]);
  });

  it.each([[[5, 6, 7]], [[7, 6, 5]], [[5, 7, 6]], [[6, 7, 5]]])(
    'are the same in whatever order they come: %j',
    (days) => {
      expect(spansOf(...days)).toEqual([{ from: 5, to: 7 }]);
    },
  );

  it('are forgotten once too old for statistics', () => {
    expect(spansOf(40, 42, 440)).toEqual([
      { from: 42, to: 42 },
      { from: 440, to: 440 },
    ]);
    expect(spansOf(440, 30)).toEqual([{ from: 440, to: 440 }]);
    expect(spansOf(...Array.from({ length: 600 }, (_, day) => day))).toEqual([{ from: 0, to: 599 }]);
  });

  it('do not change the spans they are added to', () => {
    const spans = [{ from: 5, to: 5 }];
    withDay(spans, 6);
    expect(spans).toEqual([{ from: 5, to: 5 }]);
  });
});
