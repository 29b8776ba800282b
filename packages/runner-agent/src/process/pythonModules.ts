import { type ProcessOrder, startProcess } from './startProcess.ts';

type Surroundings = Pick<ProcessOrder, 'directory' | 'environment' | 'mask' | 'signal'>;

/** @returns those of these top-level modules that a Python can import, without importing them. */
export async function pythonModules(python: string, names: string[], surroundings: Surroundings): Promise<string[]> {
  const look = `import importlib.util as u, sys; print(*["<" + n + ">" for n in sys.argv[1:] if u.find_spec(n)])`;
  let said = '';
  const { ended } = startProcess({
    command: python,
    args: ['-c', look, ...names],
    ...surroundings,
    onOutput: (text) => {
      said += text;
    },
  });
  await ended;
  surroundings.signal.throwIfAborted();
  return names.filter((name) => said.includes(`<${name}>`));
}
