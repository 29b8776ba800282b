import { allSeen, lookedAgain, looksOf, oneLookMs } from './looks.ts';

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

  it.each([
    ['of the first time', { before: null, last: first }],
    ['with one before', { before: first, last: { at: 2_000, newest: 0 } }],
  ])('are kept as text: %s', (_, looks) => {
    expect(looksOf(JSON.stringify(looks))).toEqual(looks);
  });

  it.each([
    null,
    '',
    '{"before":null,"last":',
    'null',
    '7',
    '"a"',
    '[]',
    '{}',
    '{"last":{"at":1,"newest":1}}',
    '{"before":null,"last":null}',
    '{"before":null,"last":{"at":1}}',
    '{"before":null,"last":{"at":"1","newest":1}}',
    '{"before":null,"last":{"at":1,"newest":null}}',
    '{"before":null,"last":{"at":1e300,"newest":1}}',
    '{"before":{"at":1},"last":{"at":1,"newest":1}}',
    '{"before":7,"last":{"at":1,"newest":1}}',
  ])('are none where something else was kept: %s', (text) => {
    expect(looksOf(text)).toBeNull();
  });
});
