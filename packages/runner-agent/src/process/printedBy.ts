import type { ProcessHost } from './processHost.ts';
import type { ProcessOrder } from './startProcess.ts';

/** Where a program is asked something. */
export type Surroundings = Pick<ProcessOrder, 'directory' | 'environment' | 'mask' | 'signal'> & { host: ProcessHost };

/** Characters of an answer: the program may be the project's own. */
const longestAnswer = 64 * 1024;

/**
 * Starts a program where the tests run, to learn something from it.
 * @returns what it printed until its end or the time limit
 */
export async function printedBy(
  program: string,
  args: readonly string[],
  { host, directory, environment, mask, signal }: Surroundings,
  timeoutMs: number,
): Promise<string> {
  let said = '';
  const { ended } = host.start({
    command: program,
    args: [...args],
    directory,
    environment,
    mask,
    signal,
    timeoutMs,
    onOutput: (text) => {
      if (said.length < longestAnswer) said += text.slice(0, longestAnswer);
    },
  });
  await ended;
  signal.throwIfAborted();
  return said;
}
