import { InvalidFields } from '@assay/application';
import { momentOf } from './momentOf.ts';

const now = Date.parse('2026-11-25T12:00:00Z');

describe('the moment that is asked for', () => {
  it('is now unless one is named', () => {
    expect(momentOf(undefined, now)).toBeUndefined();
    expect(momentOf('', now)).toBeUndefined();
  });

  it('lies in the past, but for clocks that differ', () => {
    expect(momentOf('2026-11-20T08:00:00Z', now)).toBe(Date.parse('2026-11-20T08:00:00Z'));
    expect(momentOf('2026-11-25T12:00:30Z', now)).toBe(now);
    expect(() => momentOf('2026-11-25T12:02:00Z', now)).toThrow(InvalidFields);
  });
});
