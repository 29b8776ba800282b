import type { ReleaseView } from '@assay/contract';
import { dayAt } from '../../ui/format/calendarDays.ts';
import { formatCalendarDay } from '../../ui/format/formatTime.ts';
import { dateFactsOf } from './releaseDates.ts';

type Dated = Pick<ReleaseView, 'proposedReleaseDate' | 'actualReleaseDate' | 'decision'>;
const factsOf = (facts: Partial<Dated>) =>
  dateFactsOf({ proposedReleaseDate: '2026-11-26', actualReleaseDate: null, decision: null, ...facts }, '2026-11-24');

describe('the dates of a release', () => {
  it.each<[Partial<Dated>, string, string, boolean]>([
    [{}, '11/26/26', 'in 2 days', false],
    [{ proposedReleaseDate: '2026-11-24' }, '11/24/26', 'today', false],
    [{ proposedReleaseDate: '2026-11-23' }, '11/23/26', '1 day overdue', true],
    [{ proposedReleaseDate: null }, 'No date', '', false],
    [{ actualReleaseDate: '2026-11-26', decision: 'Go' }, '11/26/26', 'on time', false],
    [{ actualReleaseDate: '2026-11-30', decision: 'Go' }, '11/30/26', '4 days late', false],
    [{ actualReleaseDate: '2026-11-25', decision: 'Go' }, '11/25/26', '1 day early', false],
    [{ actualReleaseDate: '2026-11-25', proposedReleaseDate: null }, '11/25/26', 'released', false],
    [{ decision: 'Go' }, '11/26/26', 'proposed', false],
    [{ decision: 'No-Go' }, 'Not released', 'proposed 11/26/26', false],
    [{ decision: 'No-Go', proposedReleaseDate: null }, 'Not released', '', false],
  ])('of %j are %s, %s', (facts, date, note, isOverdue) => {
    expect(factsOf(facts)).toEqual({ date, note, isOverdue });
  });

  it('count calendar days across a change of the clocks and of the year', () => {
    expect(formatCalendarDay('2027-01-01')).toBe('01/01/27');
    expect(factsOf({ proposedReleaseDate: '2027-04-01' }).note).toBe('in 128 days');
  });

  it("are compared with the reader's day", () => {
    expect(dayAt(new Date(2026, 10, 3, 23, 59).getTime())).toBe('2026-11-03');
  });
});
