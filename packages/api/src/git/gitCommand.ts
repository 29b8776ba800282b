import { sshCommand } from '@assay/contract';
import { type SimpleGit, simpleGit } from 'simple-git';
import type { GitAddresses } from './gitAddresses.ts';
import { type GitTarget, unpinned } from './gitTarget.ts';

/** Somebody is waiting at a form: a repository silent for this long counts as unreachable. */
const silenceMs = 30_000;
const connectSeconds = 10;
const inherited =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|https?_proxy|no_proxy|all_proxy|SYSTEMROOT|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|COMSPEC|PATHEXT|XDG_CONFIG_HOME)$/i;

/** What a repository is read from, and with which SSH key. */
export type GitSource = { target: GitTarget; keyFile: string | null };

/**
 * Git in a folder.
 * @param use `keyFile`: of the one SSH key that is tried; without it, those of this machine are. `target`: what it
 * connects to, if it connects. `gone` ends it
 */
export type GitIn = (folder: string, use?: Partial<GitSource> & { gone?: AbortSignal }) => SimpleGit;

/**
 * @param knownHosts a file for the keys of hosts that are read by ssh
 * @returns git without password prompts, and limited to the protocols that projects may use
 */
export function gitCommand({ protocols, hosts, guard }: GitAddresses, knownHosts: string): GitIn {
  const environment = Object.entries(process.env).filter(([name]) => inherited.test(name));
  const followsRedirects = hosts === null && guard === null;
  return (folder, { keyFile = null, target = unpinned(''), gone } = {}) =>
    simpleGit({
      baseDir: folder,
      timeout: { block: silenceMs },
      abort: gone,
      allowEnvironment: ['GIT_TERMINAL_PROMPT', 'GIT_SSH_COMMAND', 'GIT_ALLOW_PROTOCOL', 'GIT_OVERRIDE_VIRTUAL_HOST'],
      unsafe: { allowUnsafeSshCommand: true, allowUnsafeCredentialHelper: true },
      // A redirect could lead to another host.
      config: ['gc.auto=0', ...(followsRedirects ? [] : ['http.followRedirects=false']), ...target.config],
    }).env({
      ...Object.fromEntries(environment),
      GIT_TERMINAL_PROMPT: '0',
      GCM_INTERACTIVE: 'never',
      GIT_ALLOW_PROTOCOL: ['file', ...protocols].join(':'),
      GIT_SSH_COMMAND: sshCommand({ knownHosts, keyFile, connectSeconds, connectTo: target.connectTo }),
      ...target.environment,
    });
}
