import { type GitAuth, sshCommand } from '@assay/contract';
import { type SimpleGit, simpleGit } from 'simple-git';
import type { GitProgram } from '../git/treeSize.ts';
import { findReporter } from './installation.ts';

/** A transfer without progress for this long is given up. */
const silenceMs = 5 * 60_000;
const passedOn =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|https?_proxy|no_proxy|all_proxy|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMSPEC|PATHEXT|XDG_CONFIG_HOME)$/i;
const connectSeconds = 20;
/** Bytes that git may have for its data: a repository can make it need any amount. */
export const gitMemory = 4 * 1024 ** 3;
const own = ['GIT_TERMINAL_PROMPT', 'GIT_SSH_COMMAND'];

/** How ssh reads a repository: the file for the keys of hosts, and that of the one key to be tried, if there is one. */
export type SshAccess = { knownHosts: string; keyFile: string | null };

/**
 * Git in a folder, without prompts: an operation that needs a missing password fails at once.
 * @param access to a server that is asked
 * @param memory bytes that it may have for its data, on Linux
 */
export function gitIn(
  folder: string,
  signal: AbortSignal,
  { ssh, auth }: { ssh?: SshAccess; auth?: GitAuth } = {},
  memory = gitMemory,
): SimpleGit {
  const { command, args, environment } = gitProgram(memory);
  const [script] = args;
  return simpleGit({
    binary: script === undefined ? command : [command, script],
    baseDir: folder,
    abort: signal,
    timeout: { block: silenceMs },
    allowEnvironment: own,
    unsafe: {
      allowUnsafeSshCommand: true,
      allowUnsafeCustomBinary: true,
      allowUnsafeCredentialHelper: true,
      // Ours turn programs off.
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeFilter: true,
      allowUnsafeTemplateDir: true,
    },
    // Git for Windows refuses paths of more than 260 characters, of which the folder of a run takes a hundred.
    config: ['gc.auto=0', 'advice.detachedHead=false', 'core.longpaths=true', ...(auth?.config ?? [])],
  }).env({
    ...environment,
    ...auth?.environment,
    ...(ssh && { GIT_SSH_COMMAND: sshCommand({ ...ssh, connectSeconds }) }),
  });
}

/** @returns how git is started, with no more of the agent's environment than it needs */
export function gitProgram(memory = gitMemory): GitProgram {
  const inherited = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  const environment = { ...Object.fromEntries(inherited), GIT_TERMINAL_PROMPT: '0', GCM_INTERACTIVE: 'never' };
  if (process.platform !== 'linux') return { command: 'git', args: [], environment };
  return {
    command: '/bin/sh',
    args: [findReporter('git.sh')],
    environment: { ...environment, ASSAY_GIT_MEMORY_KB: String(Math.floor(memory / 1024)) },
  };
}
