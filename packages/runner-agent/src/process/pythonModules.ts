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

/**
 * @returns those of these top-level modules that a Python can import, without importing them. A folder with the name but
 * without `__init__.py` does not count.
 */
export async function pythonModules(python: string, names: string[], surroundings: Surroundings): Promise<string[]> {
  const look = `import importlib.util as u, sys; print(*["<" + n + ">" for n in sys.argv[1:] if getattr(u.find_spec(n), "origin", None)])`;
  const said = await printedBy(python, ['-c', look, ...names], surroundings, answerWithinMs);
  return names.filter((name) => said.includes(`<${name}>`));
}

/** The first pip that installs into an environment that has none. */
const pipForOthers = [22, 3] as const;
/** The first Python 3 whose new environments have pip alone: earlier ones also have setuptools, which tests may use. */
const withoutSetuptools = 12;

/** @returns whether a Python's pip can fill an environment that has no pip, so that tests miss nothing of a usual one */
export async function pipFillsOthers(python: string, surroundings: Surroundings): Promise<boolean> {
  const said = await printedBy(python, ['-m', 'pip', '--version'], surroundings, answerWithinMs);
  const [major = 0, minor = 0, ofPython = 0] =
    /^pip (\d+)\.(\d+).*\(python 3\.(\d+)\)/m.exec(said)?.slice(1).map(Number) ?? [];
  const isEnough = major > pipForOthers[0] || (major === pipForOthers[0] && minor >= pipForOthers[1]);
  return isEnough && ofPython >= withoutSetuptools;
}
