'use strict';

/** What an error says, without the lines of its stack. */
function headOf(message) {
  const lines = message.split('\n');
  const stack = lines.findIndex((line) => /^\s+at\s/.test(line));
  return (stack === -1 ? lines : lines.slice(0, stack)).join('\n').trim();
}

module.exports = { headOf };
