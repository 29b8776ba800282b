const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** A shell keeps these for itself and ends at the attempt to set them. */
const ofTheShell = new Set(['UID', 'EUID', 'PPID', 'SHELLOPTS', 'BASHOPTS', 'BASH_VERSINFO']);

/**
 * What the shell of a container begins with: it takes the file away, sets the variables, and becomes the command in its
 * arguments. A name that no shell can set is left out.
 */
export function startScript(environment: NodeJS.ProcessEnv): string {
  const lines = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || !variableName.test(name) || ofTheShell.has(name) ? [] : [`export ${name}=${quoted(value)}`],
  );
  return ['rm -f -- "$0"', ...lines, 'exec "$@"', ''].join('\n');
}

/** No variable holds a zero. */
function quoted(value: string): string {
  return `'${value.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}
