import { specTitlesOf } from './specTitles.ts';

const titlesOf = (source: string) => specTitlesOf(source).map(({ titles }) => titles.join(' › '));

describe('the tests of a spec file that cannot be loaded', () => {
  it('are found with the titles around them, in every notation', () => {
    const source = `
      import './style.css';
      describe('Shop', () => {
        beforeEach(() => { cy.visit('/'); });
        it('sells tea', { tags: ['@smoke'] }, () => { cy.get('it("is no test")'); });
        context("the \\"big\\" cart", function () {
          specify.only(\`is empty\`, () => { expect({ a: [1] }).to.deep.equal({ a: [1] }); });
        });
        it.skip('is to be written', () => {});
      });
      it('stands alone', () => {});
    `;
    expect(specTitlesOf(source)).toEqual([
      { titles: ['Shop', 'sells tea'], line: 5 },
      { titles: ['Shop', 'the "big" cart', 'is empty'], line: 7 },
      { titles: ['Shop', 'is to be written'], line: 9 },
      { titles: ['stands alone'], line: 11 },
    ]);
  });

  it('are not looked for in comments, strings and patterns, nor in methods of the same name', () => {
    const source = `
      // it('commented', () => {})
      /* describe('x', () => { it('commented', () => {}) }) */
      const text = "it('text', () => {})";
      const pattern = /it\\('pattern'\\)[/(]/.test(text);
      const half = total / 2; thing.it('method', () => {}); edit('word', () => {});
      it('real', () => {});
    `;
    expect(titlesOf(source)).toEqual(['real']);
  });

  it('omit computed titles', () => {
    const source = `
      [1, 2].forEach((n) => { it(\`row \${n}\`, () => {}); it('sum ' + n, () => {}); });
      describe(name, () => { it('within', () => {}); });
      describe('after', () => { it('found', () => {}); });
    `;
    expect(titlesOf(source)).toEqual(['after › found']);
  });
});
