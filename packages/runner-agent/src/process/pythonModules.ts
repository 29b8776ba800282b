import { printedBy, type Surroundings } from './printedBy.ts';
import type { Program } from './processHost.ts';

/**
 * Names of Python, the most reliable first: on Windows `python3` opens Microsoft's store unless something else was
 * installed under that name.
 */
export function pythonNames(platform: NodeJS.Platform = process.platform): readonly Program[] {
  return platform === 'win32' ? ['python', 'python3'] : ['python3', 'python'];
}

const answerWithinMs = 60_000;

/** @returns those of these top-level modules that a Python can import, without importing them. */
export async function pythonModules(python: string, names: string[], surroundings: Surroundings): Promise<string[]> {
  const look = `import importlib.util as u, sys; print(*["<" + n + ">" for n in sys.argv[1:] if u.find_spec(n)])`;
  const said = await printedBy(python, ['-c', look, ...names], surroundings, answerWithinMs);
  return names.filter((name) => said.includes(`<${name}>`));
}

/** @returns the major and minor version of a Python's pip; null if it has none. */
export async function pipVersion(
  python: string,
  surroundings: Surroundings,
): Promise<readonly [number, number] | null> {
  const said = await printedBy(python, ['-m', 'pip', '--version'], surroundings, answerWithinMs);
  const [, major, minor] = /^pip (\d+)\.(\d+)/m.exec(said) ?? [];
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)];
}
