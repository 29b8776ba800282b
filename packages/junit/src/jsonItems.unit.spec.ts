import { agentProtocol } from '@assay/contract';
import { JsonItems } from './jsonItems.ts';

/** @returns the values at a path, read in pieces of a size */
function itemsIn(content: string, path: string, size = content.length): unknown[] {
  const found: unknown[] = [];
  const items = new JsonItems({ [path]: (value) => found.push(value) });
  for (let at = 0; at < content.length; at += size) items.write(content.slice(at, at + size));
  items.end();
  return found;
}

const document = {
  before: { list: [1, { deep: [[], {}, [null]] }], text: 'ends with \\ and "quotes" {[' },
  list: [
    { text: 'a\nb\t"c" \\ \u0000 \ud83d\ude00 é', numbers: [0, -1.5e-7, 12345678901] },
    [],
    {},
    'alone',
    -3,
    true,
    false,
    null,
    [[{ list: [1] }]],
  ],
  'key "with" \\ escapes': { list: ['elsewhere'] },
};

it('finds the values at a path, wherever the pieces of the document begin', () => {
  for (const content of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
    for (const size of [1, 2, 3, 5, 7, 64, content.length]) {
      expect(itemsIn(content, 'list.*', size)).toEqual(document.list);
      expect(itemsIn(content, 'before.list.*', size)).toEqual(document.before.list);
      expect(itemsIn(content, 'before.text', size)).toEqual([document.before.text]);
      expect(itemsIn(content, '', size)).toEqual([document]);
    }
  }
});

it('reads a document that is one value', () => {
  expect(itemsIn('[1,2]', '*')).toEqual([1, 2]);
  expect(itemsIn(' 12 ', '')).toEqual([12]);
  expect(itemsIn('12', '', 1)).toEqual([12]);
});

it('cuts long strings, and never within an escape sequence', () => {
  const limit = agentProtocol.textLimit;
  for (const before of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const content = `["${'x'.repeat(limit - before)}\\u00e9\\n\\u00e9${'y'.repeat(limit)}\\"z","next"]`;
    for (const size of [content.length, 4093]) {
      const [long, next] = itemsIn(content, '*', size);
      expect(String(long).length).toBeLessThanOrEqual(limit + 20);
      expect(String(long)).toMatch(/^x+/);
      expect(next).toBe('next');
    }
  }
});

it.each([
  '',
  '{',
  '[1',
  '[1,]',
  '[,1]',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{a:1}',
  '[1 2]',
  '[}',
  '{]',
  '"open',
  '[tru]',
  '1 1',
  '[01x]',
])('refuses %j', (content) => {
  for (const size of [1, 100]) expect(() => itemsIn(content, 'nowhere', size)).toThrow();
});

it('refuses values that are nested without end', () => {
  expect(() => itemsIn('['.repeat(600), '*')).toThrow('its values are nested too deeply');
});

it('refuses a value with too many elements, which take more memory than characters do', () => {
  expect(() => itemsIn(`[[${'{},'.repeat(600_000)}{}]]`, '*')).toThrow('has too many elements');
});

it('keeps a value with very many long strings within bounds', () => {
  const content = `[[${Array.from({ length: 60 }, () => `"${'x'.repeat(600_000)}"`).join(',')}]]`;
  const [value] = itemsIn(content, '*', 256 * 1024);
  expect(value).toHaveLength(60);
  expect(JSON.stringify(value).length).toBeLessThan(16 * 1024 * 1024);
});
