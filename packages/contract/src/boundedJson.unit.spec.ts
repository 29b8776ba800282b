import { parseBoundedJson } from './boundedJson.ts';

const parse = (text: string) => parseBoundedJson(text, { depth: 2, elements: 4 });

describe('parsing JSON within bounds', () => {
  it.each([
    ['an object', '{"a":1,"b":[2]}', { a: 1, b: [2] }],
    ['brackets and commas in strings', '{"[[[[,,,,":"]]]],,,,"}', { '[[[[,,,,': ']]]],,,,' }],
    ['an escaped quote before brackets', String.raw`["\"[[[[","\\",1]`, ['"[[[[', '\\', 1]],
  ])('parses %s', (_, text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([
    ['deeper nesting', '[[[]]]'],
    ['more elements', '[1,1,1,1,1]'],
    ['more empty objects', '[{},{},{}]'],
    ['nesting after a string that ends in a backslash', String.raw`["\\",[[1]]]`],
    ['a string without an end', '["a'],
    ['other text', 'not json'],
  ])('refuses %s', (_, text) => {
    expect(parse(text)).toBeUndefined();
  });
});
