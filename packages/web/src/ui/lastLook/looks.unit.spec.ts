import { allSeen, lookedAgain, oneLookMs } from './looks.ts';

const first = { at: 1_000, newest: 10 };

describe('looks at a screen', () => {
  it('begin with one before which nothing is known', () => {
    expect(lookedAgain(null, first, false)).toEqual({ before: null, last: first });
  });

  it('are one look with little time between them, and another one after a while', () => {
    const known = { before: { at: 0, newest: 5 }, last: first };
    const soon = { at: first.at + oneLookMs - 1, newest: 20 };
    expect(lookedAgain(known, soon, false)).toEqual({ before: known.before, last: soon });
    const later = { at: first.at + oneLookMs, newest: 20 };
    expect(lookedAgain(known, later, false)).toEqual({ before: first, last: later });
  });

  it('are one look for as long as the screen stays in view', () => {
    const later = { at: first.at + 10 * oneLookMs, newest: 20 };
    expect(lookedAgain({ before: null, last: first }, later, true)).toEqual({ before: null, last: later });
  });

  it('never show less than before: another tab may be behind', () => {
    const behind = { at: 2_000, newest: 3 };
    expect(lookedAgain({ before: null, last: first }, behind, false).last).toEqual({ at: 2_000, newest: 10 });
  });

  it('leave nothing new once all is marked as seen', () => {
    expect(allSeen({ before: null, last: first })).toEqual({ before: first, last: first });
  });
});
