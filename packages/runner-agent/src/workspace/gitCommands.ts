import { sshCommand } from '@assay/contract';
import { type SimpleGit, simpleGit } from 'simple-git';

/** A transfer without progress for this long is given up. */
const silenceMs = 5 * 60_000;
const passedOn =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|https?_proxy|no_proxy|all_proxy|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMSPEC|PATHEXT|XDG_CONFIG_HOME)$/i;
const connectSeconds = 20;
const own = ['GIT_TERMINAL_PROMPT', 'GIT_SSH_COMMAND'];

/** How ssh reads a repository: the file for the keys of hosts, and that of the one key to be tried, if there is one. */
export type SshAccess = { knownHosts: string; keyFile: string | null };

/**
 * Git in a folder, without prompts: an operation that needs a missing password fails at once.
 * @param ssh for what asks a server
 */
export function gitIn(folder: string, signal: AbortSignal, ssh?: SshAccess): SimpleGit {
  const inherited = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  return simpleGit({
    baseDir: folder,
    abort: signal,
    timeout: { block: silenceMs },
    allowEnvironment: own,
    unsafe: {
      allowUnsafeSshCommand: true,
      // Ours turn programs off.
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeFilter: true,
      allowUnsafeTemplateDir: true,
    },
    // Git for Windows refuses paths of more than 260 characters, of which the folder of a run takes a hundred.
    config: ['gc.auto=0', 'advice.detachedHead=false', 'core.longpaths=true'],
  }).env({
    ...Object.fromEntries(inherited),
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    ...(ssh && { GIT_SSH_COMMAND: sshCommand({ ...ssh, connectSeconds }) }),
  });
}
