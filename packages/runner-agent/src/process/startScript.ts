import { findReporter } from '../workspace/installation.ts';

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** A shell reserves these names, and ends at an attempt to set them or at a value that it does not expect. */
const ofTheShell = new Set(['UID', 'EUID', 'PPID', 'SHELLOPTS', 'BASHOPTS', 'BASH_VERSINFO', 'OPTIND']);

/**
 * The start of a container's shell: it removes the file, sets the variables, and becomes the command in its arguments.
 * Names that no shell can set are left out.
 */
export function startScript(environment: NodeJS.ProcessEnv): string {
  return ['rm -f -- "$0"', ...exportsOf(environment), 'exec "$@"', ''].join('\n');
}

/**
 * The start of a sandboxed process, read by a shell that is already the tests' user: it enters the directory in its first
 * argument, sets the variables, and becomes the command in the others. Before it, programs with the agent's rights run,
 * so that none of the variables may exist yet: one of them could name a library to load.
 */
export function sandboxScript(environment: NodeJS.ProcessEnv): string {
  const isUnusual = Object.entries(environment).some(([name, value]) => value !== undefined && !isOfShells(name));
  const start = isUnusual ? startWithVariables(environment) : [...exportsOf(environment), 'exec "$@"'];
  return [...enterDirectory, ...start, ''].join('\n');
}

/** What a shell is told that reads its script from descriptor 4. */
export const readScript = 'eval "$(cat <&4)"';

const enterDirectory = ['exec 4<&-', 'cd -- "$1" || exit 126', 'unset OLDPWD', 'shift'];

function exportsOf(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isOfShells(name) ? [`export ${name}=${quoted(value)}`] : [],
  );
}

/**
 * A shell drops variables with names such as `spring.profiles`, and arguments of `env` are for all users to read. A program
 * of Assay's sets them, and with them all others: some would apply to this program itself.
 */
function startWithVariables(environment: NodeJS.ProcessEnv): string[] {
  const all = Object.entries(environment).filter(([name, value]) => value !== undefined && /^[^=\0]+$/.test(name));
  const program = [process.execPath, findReporter('startWithVariables.cjs')].map(quoted).join(' ');
  const held = all.map(([name, value], index) => `export ASSAY_VARIABLE_${index}=${quoted(`${name}=${value}`)}`);
  return [...held, `exec ${program} "$@"`];
}

function isOfShells(name: string): boolean {
  return variableName.test(name) && !ofTheShell.has(name);
}

/** No variable holds a NUL character. */
function quoted(value: string): string {
  return `'${value.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}
