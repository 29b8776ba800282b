'use strict';
// Texts about a test's result, the same for every framework.
const { stripVTControlCharacters } = require('node:util');

/** The mark of a result in the raw log. */
const marks = { PASS: '✔', FAIL: '✖', IGNORED: '-' };

/** An error's message, without the lines of its stack. */
function headOf(message) {
  const lines = message.split('\n');
  const stack = lines.findIndex((line) => /^\s+at\s/.test(line));
  return (stack === -1 ? lines : lines.slice(0, stack)).join('\n').trim();
}

/**
 * One text of all failures of a test, separated by blank lines. Repetitions are dropped: a framework may report an
 * error with the test and with its hook. Colors, which assertions may add, are removed.
 */
function textOf(parts) {
  return stripVTControlCharacters([...new Set(parts.filter(Boolean))].join('\n\n'));
}

module.exports = { headOf, marks, textOf };
