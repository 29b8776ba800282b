import { JsonLines } from './jsonLines.ts';

const long = 'x'.repeat(16 * 1024 * 1024);
const picture = JSON.stringify({ attachment: { body: long } });
const failure = JSON.stringify({ error: long });

/** @returns what is read of lines that arrive in pieces of 64 KiB, as from a file */
function valuesIn(lines: readonly string[]): unknown[] {
  const values: unknown[] = [];
  const reader = new JsonLines(
    (value) => values.push(value),
    null,
    (start) => start.startsWith('{"attachment"'),
  );
  const content = lines.join('\n');
  for (let at = 0; at < content.length; at += 65_536) reader.write(content.slice(at, at + 65_536));
  reader.end();
  return values;
}

describe('lines of JSON', () => {
  it('are passed over where they are too long and say nothing of an outcome', () => {
    expect(valuesIn(['{"a":1}', picture, '{"a":2}'])).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('are an error where they are too long and may say something', () => {
    expect(() => valuesIn(['{"a":1}', failure, '{"a":2}'])).toThrow('this line has more than 16777216 characters');
    expect(() => valuesIn([failure])).toThrow(expect.objectContaining({ line: 1 }));
  });

  it.each([
    ['elements', `{"a":[${'{},'.repeat(600_000)}{}]}`],
    ['levels', `{"a":${'['.repeat(600)}${']'.repeat(600)}}`],
  ])('are an error with too many %s', (_, line) => {
    expect(() => valuesIn([line])).toThrow('this line is not JSON, or has too many elements');
  });
});
