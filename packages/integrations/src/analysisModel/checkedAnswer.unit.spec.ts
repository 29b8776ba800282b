import { refusedConnection, sampleAnswer } from '../../test/sampleCauses.ts';
import { checkedAnswer } from './checkedAnswer.ts';
import { outgoingOf } from './outgoingAnalysis.ts';

const outgoing = outgoingOf([refusedConnection], []);
const [cause] = sampleAnswer().causes;

/** @returns what is left of an answer with these properties of its cause */
function causeOf(properties: object) {
  const checked = checkedAnswer({ summary: 'Said.', causes: [{ ...cause, ...properties }] }, outgoing);
  return checked?.causes[0];
}
const cited = (cite: object) => causeOf({ claims: [{ text: 'So it is.', cites: [cite] }] });
const good = { source: 'S2', firstLine: 2, lastLine: 3, quote: 'role "shop" is not permitted' };

describe('an answer of a model', () => {
  it('has the lines that were sent, whatever it quotes of them', () => {
    expect(cited(good)).toMatchObject({
      verdict: 'CONFIRMED',
      droppedClaims: 0,
      claims: [
        {
          text: 'So it is.',
          cites: [
            {
              source: 'error of cart.spec.ts › adds an article',
              firstLine: 2,
              lines: ['    at Cart.add (/w/src/cart.ts:118:9)', 'database: role "shop" is not permitted to log in'],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['with other blanks', { quote: '(/w/src/cart.ts:118:9)\n  database:   role' }],
    ['with numbers of lines', { quote: '2|     at Cart.add (/w/src/cart.ts:118:9)\n3| database: role "shop"' }],
    ['of a short but whole line', { source: 'S1', firstLine: 1, lastLine: 1, quote: 'connect ECONNREFUSED <n>' }],
  ])('may quote lines %s', (_, cite) => {
    expect(cited({ ...good, ...cite })?.claims).toHaveLength(1);
  });

  it.each([
    ['a source that was not sent', { source: 'S7' }],
    ['no source', { source: null }],
    ['words that are not there', { quote: 'role "shop" is missing' }],
    ['words in other capitals', { quote: 'ROLE "shop" is not permitted' }],
    ['words of other lines', { lastLine: 2 }],
    ['nothing', { quote: '' }],
    ['blanks', { quote: ' \n ' }],
    ['a few letters', { quote: 'rol' }],
    ['no words', { quote: undefined }],
    ['lines after the end', { lastLine: 4 }],
    ['lines before the beginning', { firstLine: 0 }],
    ['lines in reverse', { firstLine: 3, lastLine: 2 }],
    ['half a line', { firstLine: 2.5 }],
    ['numbers as texts', { firstLine: '2', lastLine: '3' }],
  ])('has no claim that cites %s', (_, cite) => {
    expect(cited({ ...good, ...cite })).toEqual({
      rootCauseId: refusedConnection.rootCauseId,
      verdict: 'INCONCLUSIVE',
      kind: 'UNKNOWN',
      title: 'connect ECONNREFUSED <n>',
      claims: [],
      suggestions: [],
      droppedClaims: 1,
    });
  });

  it('keeps a claim by the cites that are right, and counts those without', () => {
    const wrong = { ...good, source: 'S9' };
    const claims = [
      { text: 'one', cites: [wrong, good] },
      { text: 'two', cites: [wrong] },
      { text: 'three', cites: [] },
      { text: ' ', cites: [good] },
      'four',
    ];
    expect(causeOf({ claims })).toMatchObject({ verdict: 'CONFIRMED', claims: [{ text: 'one' }], droppedClaims: 4 });
  });

  it('cites no lines that were left out, and no more than 20', () => {
    const long = Array.from({ length: 1200 }, (_, index) => `line number ${index + 1}`).join('\n');
    const sent = outgoingOf([{ ...refusedConnection, examples: [{ source: 'log', text: long }] }], []);
    const lines = sent.sources[1]?.lines ?? [];
    const gap = lines.findIndex(({ number }, index) => number !== index + 1);
    const citesOf = (firstLine: number, lastLine: number) => {
      const cites = [{ source: 'S2', firstLine, lastLine, quote: `line number ${firstLine}` }];
      const answer = { summary: '', causes: [{ ...cause, claims: [{ text: 'x', cites }] }] };
      return checkedAnswer(answer, sent)?.causes[0]?.claims.length;
    };
    expect(gap).toBeGreaterThan(20);
    expect([citesOf(gap, gap), citesOf(gap, gap + 1), citesOf(gap + 1, gap + 1)]).toEqual([1, 0, 0]);
    expect([citesOf(1200, 1200), citesOf(1, 20), citesOf(1, 21)]).toEqual([1, 1, 0]);
  });

  it('has no causes that were not sent, and each one once', () => {
    const causes = [{ ...cause, rootCauseId: 'made-up' }, cause, { ...cause, title: 'again' }, null, 'x'];
    const checked = checkedAnswer({ summary: 'Said.', causes }, outgoing);
    expect(checked?.causes.map(({ rootCauseId, title }) => [rootCauseId, title])).toEqual([
      [refusedConnection.rootCauseId, 'The database role may not log in'],
    ]);
    expect(checkedAnswer({ summary: 'Said.', causes: [] }, outgoing)?.causes).toEqual([]);
  });

  it('has bounded texts without characters that cannot be seen', () => {
    const hidden = '\u001b[31ma\u202eb\u0000c\u200b\ud800\u{e0041}';
    const checked = causeOf({
      title: `${hidden}\n${'t'.repeat(500)}`,
      claims: [{ text: `${hidden}${'c'.repeat(5000)}`, cites: [good] }],
      suggestions: [{ text: hidden }, { text: 's'.repeat(5000) }, { text: '' }, null, { text: 'x' }, { text: 'y' }],
    });
    expect(checked?.title).toMatch(/^abc t{195}…$/);
    expect(checked?.claims[0]?.text).toMatch(/^abcc{996}…$/);
    expect(checked?.suggestions.map(({ text }) => text.length)).toEqual([3, 2000, 1]);
    const summary = checkedAnswer({ ...sampleAnswer(), summary: `${hidden}${'s'.repeat(5000)}` }, outgoing)?.summary;
    expect(summary).toMatch(/^abcs{1996}…$/);
  });

  it('has a verdict and a kind that are known', () => {
    expect(causeOf({ verdict: 'CERTAIN', kind: 'MOON', title: 7 })).toMatchObject({
      verdict: 'INCONCLUSIVE',
      kind: 'UNKNOWN',
      title: 'connect ECONNREFUSED <n>',
      claims: [{}],
    });
  });

  it('has a summary only with a claim that cites lines', () => {
    expect(checkedAnswer(sampleAnswer(), outgoing)?.summary).toBe('The database refuses the tests.');
    expect(checkedAnswer({ summary: 'Said.', causes: [] }, outgoing)?.summary).toBe(
      'The model found no reason that the output shows.',
    );
  });

  it.each([null, undefined, 7, 'text', [], {}, { summary: 'x' }, { causes: [] }, { summary: 'x', causes: {} }])(
    'does not count where its form is another one: %j',
    (answer) => {
      expect(checkedAnswer(answer, outgoing)).toBeNull();
    },
  );
});
