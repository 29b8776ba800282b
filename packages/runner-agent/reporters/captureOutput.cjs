'use strict';

/**
 * Tests that run in this process one after another: what it prints between a test's begin and end is the test's. The
 * framework's own formatters hold on to the original functions and stay out of it.
 *
 * @param onText takes what is printed, which goes its way all the same
 * @returns what writes a line to standard output past all that
 */
function captureOutput(onText) {
  const { stdout } = process;
  const original = stdout.write;
  for (const stream of [stdout, process.stderr]) {
    const { write } = stream;
    stream.write = (chunk, ...rest) => {
      onText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      return write.call(stream, chunk, ...rest);
    };
  }
  return (line) => original.call(stdout, line);
}

module.exports = { captureOutput };
