import { reportableMessage } from './reportableMessage.ts';

it.each([
  ['TypeError', "Cannot read properties of undefined (reading 'status')"],
  ['TypeError', 'run.tests.map is not a function'],
  ['TypeError', 'can\'t access property "status", run is undefined'],
  ['TypeError', "undefined is not an object (evaluating 'run.status')"],
  ['ReferenceError', 'run is not defined'],
  ['RangeError', 'Maximum call stack size exceeded'],
])('sends what an engine says about code: %s: %s', (type, message) => {
  expect(reportableMessage(type, message)).toBe(message);
});

it('sends the number of an error of React without its arguments', () => {
  const message = 'Minified React error #31; visit https://react.dev/errors/31?args[]=ada%40example.com';
  expect(reportableMessage('Error', message)).toBe('Minified React error #31');
});

it.each([
  ['Error', 'ada@example.com is not defined'],
  ['Error', 'secret is not defined'],
  ['TypeError', 'Failed to parse URL from /api/test-runs?token=secret'],
  ['TypeError', "Cannot read properties of undefined (reading 'ada@example.com')"],
  ['SyntaxError', 'Unexpected token \'a\', "ada@example.com" is not valid JSON'],
])('does not send a message that may have values: %s: %s', (type, message) => {
  expect(reportableMessage(type, message)).toBe('(not sent)');
});
