import { drawBadge } from './drawBadge.ts';
import { textWidth } from './textWidth.ts';

const passing = { verdict: 'passing' } as const;
const draw = (label: string, about = 'Shop', standing: Parameters<typeof drawBadge>[0]['standing'] = passing) =>
  drawBadge({ label, about, standing });
const numberOf = (svg: string, attribute: string) => Number(new RegExp(` ${attribute}="(\\d+)"`).exec(svg)?.[1]);

describe('a badge', () => {
  it.each([
    [passing, 'passing'],
    [{ verdict: 'noRuns' }, 'no runs'],
    [{ verdict: 'failing', failedTests: 3 }, '3 failing'],
    [{ verdict: 'failing', failedTests: 0 }, 'failing'],
  ] as const)('says %j as %s, in its text and its title', (standing, text) => {
    const svg = draw('tests', 'Shop on main', standing);
    expect(svg).toContain(`<title>Shop on main: ${text}</title>`);
    expect(svg).toContain(`>${text}</text>`);
  });

  it.each([
    '<script>alert(1)</script>',
    '"><image href="https://example.com/x.png"/>',
    "' onload='alert(1)",
    ']]><!ENTITY x "y">&x;',
    'a\u0000b\u0007c\ud800',
  ])('takes %j as text', (hostile) => {
    const svg = draw(hostile, hostile);
    const elements = [...svg.matchAll(/<([a-z]\w*)/gi)].map(([, name]) => name);
    const ordinary = [...draw('tests').matchAll(/<([a-z]\w*)/gi)].map(([, name]) => name);
    expect(elements).toEqual(ordinary);
    expect(svg.match(/"/g)?.length).toBe(draw('tests').match(/"/g)?.length);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML may not have
    expect(svg).not.toMatch(/[\u0000-\u0008]|[\ud800-\udfff](?![\udc00-\udfff])/);
  });

  it('is as wide as its texts', () => {
    expect(textWidth('tests', 10)).toBeCloseTo(3.94 + 5.96 + 5.21 + 3.94 + 5.21);
    const [narrow, wide] = [draw('iiii'), draw('WWWW')];
    expect(numberOf(wide, 'width') - numberOf(narrow, 'width')).toBe(
      Math.ceil(textWidth('WWWW', 11)) - Math.ceil(textWidth('iiii', 11)),
    );
    expect(numberOf(narrow, 'textLength')).toBe(Math.ceil(textWidth('iiii', 11)));
  });

  it('shortens a long label', () => {
    expect(draw('x'.repeat(200))).toContain(`>${'x'.repeat(39)}…</text>`);
  });
});
