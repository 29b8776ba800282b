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

/**
 * As cmd.exe and the C library take it: quotation marks doubled, and backslashes before one as well. Per cent signs are
 * put apart by a variable part of nothing, as cmd.exe looks for variables in quotation marks, too.
 */
function quoted(text: string): string {
  return `"${text
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\*)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%')}"`;
}

/** The process that leads a tree. */
export type TreeLeader = { pid?: number; exitCode: number | null; signalCode: NodeJS.Signals | null };

/**
 * @returns the command that ends a process and all that it started, which on Windows is a program. Null once the process
 * has ended: its number may already be that of another, which has nothing to do with us.
 */
export function treeKillOrder(leader: TreeLeader): { command: string; args: string[] } | null {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return null;
  return { command: 'taskkill', args: ['/PID', String(leader.pid), '/T', '/F'] };
}
