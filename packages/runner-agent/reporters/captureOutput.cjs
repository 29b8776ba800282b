'use strict';

/**
 * For tests that run one after another in this process: what it prints between a test's begin and end belongs to the
 * test. The framework's own formatters keep the original functions and are not captured.
 * @param onText receives the output, which is still printed
 * @returns a function that prints a line without capturing it
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
