const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** A shell reserves these names and ends at an attempt to set them. */
const ofTheShell = new Set(['UID', 'EUID', 'PPID', 'SHELLOPTS', 'BASHOPTS', 'BASH_VERSINFO']);

/**
 * The start of a container's shell: it removes the file, sets the variables, and becomes the command in its arguments.
 * Names that no shell can set are left out.
 */
export function startScript(environment: NodeJS.ProcessEnv): string {
  const lines = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || !variableName.test(name) || ofTheShell.has(name) ? [] : [`export ${name}=${quoted(value)}`],
  );
  return ['rm -f -- "$0"', ...lines, 'exec "$@"', ''].join('\n');
}

/** No variable holds a NUL character. */
function quoted(value: string): string {
  return `'${value.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}
