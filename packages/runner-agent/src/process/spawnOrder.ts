import { withoutNpmCall } from '@assay/contract';

export type SpawnOrder = { command: string; args: readonly string[]; shell: boolean };

/**
 * How a command is started. Windows starts batch files (npm.cmd, a Python of pyenv) only through its shell, so their
 * arguments become a command line.
 * @param args omitted: `command` is a line for the machine's shell
 */
export function spawnOrder(
  command: string,
  args: readonly string[] | undefined,
  platform: NodeJS.Platform,
): SpawnOrder {
  if (args === undefined) return { command: platform === 'win32' ? forCmd(command) : command, args: [], shell: true };
  if (platform !== 'win32' || !/\.(cmd|bat)$/i.test(command)) return { command, args, shell: false };
  return { command: [command, ...args].map(quoted).join(' '), args: [], shell: true };
}

/** What proposed commands begin with, in the words of cmd.exe, for which the space would be part of the value. */
function forCmd(command: string): string {
  return command.replace(withoutNpmCall, 'set npm_config_call=&& ');
}

/**
 * Quoted as cmd.exe and the C library expect: quotation marks are doubled, and backslashes before one as well. Percent
 * signs are separated by an empty variable expansion, because cmd.exe expands variables inside quotation marks too.
 */
function quoted(text: string): string {
  return `"${text
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\*)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%')}"`;
}

/** The process at the root of a tree. */
export type TreeLeader = { pid?: number; exitCode: number | null; signalCode: NodeJS.Signals | null };

/**
 * @returns the command that ends a process and everything it started, which on Windows is a program. Null once the
 * process has ended: its number may already belong to an unrelated process.
 */
export function treeKillOrder(leader: TreeLeader): { command: string; args: string[] } | null {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return null;
  return { command: 'taskkill', args: ['/PID', String(leader.pid), '/T', '/F'] };
}
