/** A stream that git prints to. */
type Output = { on(event: 'data', listener: (chunk: { length: number }) => void): unknown };
type OutputHandler = (command: string, stdout: Output, stderr: Output) => void;

/**
 * Counts the bytes that one git process prints, as a git server controls how much that is.
 * @param exceeded called once, when there are more than the limit
 * @returns a handler for simple-git's `outputHandler`
 */
export function limitGitOutput(limit: number, exceeded: () => void): OutputHandler {
  return (_, stdout, stderr) => {
    let bytes = 0;
    for (const output of [stdout, stderr]) {
      output.on('data', ({ length }) => {
        const before = bytes;
        bytes += length;
        if (before <= limit && bytes > limit) exceeded();
      });
    }
  };
}
