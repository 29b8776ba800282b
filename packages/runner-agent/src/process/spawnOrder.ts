export type SpawnOrder = { command: string; args: readonly string[]; shell: boolean };

/**
 * How a command is started. Windows starts batch files (npm.cmd, a Python of pyenv) through its shell only, so their
 * arguments become a line for it.
 *
 * @param args left out: `command` is a line for the shell of the machine
 */
export function spawnOrder(
  command: string,
  args: readonly string[] | undefined,
  platform: NodeJS.Platform,
): SpawnOrder {
  if (args === undefined) return { command, args: [], shell: true };
  if (platform !== 'win32' || !/\.(cmd|bat)$/i.test(command)) return { command, args, shell: false };
  return { command: [command, ...args].map(quoted).join(' '), args: [], shell: true };
}

/** As cmd.exe and the C library take it: quotation marks doubled, and backslashes before one as well. */
function quoted(text: string): string {
  return `"${text.replace(/(\\*)"/g, '$1$1""').replace(/(\\*)$/, '$1$1')}"`;
}

/** @returns the command that ends a process and all that it started, which on Windows is a program. */
export function treeKillOrder(leader: number): { command: string; args: string[] } {
  return { command: 'taskkill', args: ['/PID', String(leader), '/T', '/F'] };
}
