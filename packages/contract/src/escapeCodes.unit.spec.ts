// biome-ignore lint/style/noRestrictedImports: what ours is compared with
import { stripVTControlCharacters } from 'node:util';
import { withoutEscapeCodes } from './escapeCodes.ts';

const code = '\u001b';

describe('texts without escape codes', () => {
  it.each([
    'plain',
    `${code}[31mred${code}[0m and ${code}[1;38;5;196mbold${code}[m`,
    `${code}[2J${code}[1;1Hmoved${code}[K`,
    `${code}]8;;https://example.org\u0007link${code}]8;;\u0007`,
    `\u009b31mred\u009b0m`,
    `a${code}[?25lb${code}[?25hc`,
    `tail ${code}[0m`,
  ])('are those of Node for %j', (text) => {
    expect(withoutEscapeCodes(text)).toBe(stripVTControlCharacters(text));
  });

  it.each([
    [`link ${code}]8;;https://example.org${code}\\here${code}]8;;${code}\\ end`, 'link here end'],
    [`${code}(Bset`, 'set'],
    [`${code}]0;a title\u0007after`, 'after'],
    [`${code}7saved${code}8`, 'saved'],
    [`unfinished ${code}[1;2`, 'unfinished 1;2'],
    [`unfinished ${code}]0;title`, 'unfinished 0;title'],
    [`at the end ${code}`, 'at the end '],
    [`${code}${code}[31mtwice`, 'twice'],
  ])('lose whole codes, and keep what only begins like one: %j', (text, expected) => {
    expect(withoutEscapeCodes(text)).toBe(expected);
  });

  it('take time that grows with their length alone', () => {
    const parts = [';#', ';?', '[', `${code}]`, `${code}[;`, `${code}[1;1;1;1;1`, `${code}${code}]8;;`];
    const long = parts.map((part) => code + part.repeat(Math.ceil(2_000_000 / part.length)));
    for (const text of long) expect(withoutEscapeCodes(text).length).toBeLessThanOrEqual(text.length);
  });
});
