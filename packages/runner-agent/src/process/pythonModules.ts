import type { ProcessHost, Program } from './processHost.ts';
import type { ProcessOrder } from './startProcess.ts';

/**
 * Names of Python, the most reliable first: on Windows `python3` opens Microsoft's store unless something else was
 * installed under that name.
 */
export function pythonNames(platform: NodeJS.Platform = process.platform): readonly Program[] {
  return platform === 'win32' ? ['python', 'python3'] : ['python3', 'python'];
}

const answerWithinMs = 60_000;
const longestAnswer = 64 * 1024;

type Surroundings = Pick<ProcessOrder, 'directory' | 'environment' | 'mask' | 'signal'> & { host: ProcessHost };

/** @returns those of these top-level modules that a Python can import, without importing them. */
export async function pythonModules(
  python: string,
  names: string[],
  { host, ...surroundings }: Surroundings,
): Promise<string[]> {
  const look = `import importlib.util as u, sys; print(*["<" + n + ">" for n in sys.argv[1:] if u.find_spec(n)])`;
  let said = '';
  const { ended } = host.start({
    command: python,
    args: ['-c', look, ...names],
    ...surroundings,
    timeoutMs: answerWithinMs,
    // The program may be the project's own.
    onOutput: (text) => {
      if (said.length < longestAnswer) said += text.slice(0, longestAnswer);
    },
  });
  await ended;
  surroundings.signal.throwIfAborted();
  return names.filter((name) => said.includes(`<${name}>`));
}
