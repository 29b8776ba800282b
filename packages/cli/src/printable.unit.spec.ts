import { jsonLine, printable, printableHead, printableLine } from './printable.ts';

it.each([
  ['a\u001b[2J\u009b1A\u0008b', 'a b'],
  ['one\r\n::add-mask::two\n  ##[error]three', "one \n'::add-mask::two\n  # #[error]three"],
  ['it failed: ##vso[task.setvariable variable=PATH]/tmp', 'it failed: # #vso[task.setvariable variable=PATH]/tmp'],
  ["it failed: ##teamcity[testFailed name='a']", "it failed: # #teamcity[testFailed name='a']"],
  ['## a title\n  indented\n', "'## a title\n  indented\n"],
])('prints %j without what terminals and CI services act on', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('prints a name in one line', () => {
  expect(printableLine('a\u2028b\u202e\n::c')).toBe('a b ::c');
});

it.each([
  [null, ''],
  ['\n \n', ''],
  ['one\ntwo', 'one'],
  ['\n\r\n \u001b[31m\n::error::one\u001b[0m \r\ntwo', "'::error::one"],
])('prints the first line of %j that has text', (text, head) => {
  expect(printableHead(text)).toBe(head);
});

it('prints JSON that holds such texts and is no command', () => {
  const value = { name: '##vso[a]b', error: 'one\n::error::two' };
  expect(JSON.parse(jsonLine(value))).toEqual(value);
  expect(jsonLine(value)).toBe('{"name":"#\\u0023vso[a]b","error":"one\\n::error::two"}\n');
});
