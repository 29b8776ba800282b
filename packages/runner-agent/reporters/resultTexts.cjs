'use strict';
// What is said of a test's result, alike in every framework.
const { stripVTControlCharacters } = require('node:util');

/** How a result is marked in the raw log. */
const marks = { PASS: '✔', FAIL: '✖', IGNORED: '-' };

/** What an error says, without the lines of its stack. */
function headOf(message) {
  const lines = message.split('\n');
  const stack = lines.findIndex((line) => /^\s+at\s/.test(line));
  return (stack === -1 ? lines : lines.slice(0, stack)).join('\n').trim();
}

/**
 * One text of all that failed in a test, a blank line between one and the next. The same is said once: a framework may
 * hand over an error with the test and with its hook. Without colours, which assertions may add.
 */
function textOf(parts) {
  return stripVTControlCharacters([...new Set(parts.filter(Boolean))].join('\n\n'));
}

module.exports = { headOf, marks, textOf };
