import { type SimpleGit, simpleGit } from 'simple-git';

/** Somebody waits at a form: a repository that says nothing for this long cannot be read. */
const silenceMs = 30_000;
const inherited =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|https?_proxy|no_proxy|all_proxy|SYSTEMROOT|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|COMSPEC|PATHEXT|XDG_CONFIG_HOME)$/i;

/** Git in a folder, which asks nobody for a password and speaks only the protocols that a project's URL may have. */
export function gitCommand(folder: string): SimpleGit {
  const environment = Object.entries(process.env).filter(([name]) => inherited.test(name));
  return simpleGit({
    baseDir: folder,
    timeout: { block: silenceMs },
    allowEnvironment: ['GIT_TERMINAL_PROMPT', 'GIT_SSH_COMMAND', 'GIT_ALLOW_PROTOCOL'],
    unsafe: { allowUnsafeSshCommand: true },
    config: ['gc.auto=0'],
  }).env({
    ...Object.fromEntries(environment),
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new -o ConnectTimeout=10',
  });
}

/** @returns text that may be shown: without the passwords of URLs in it. */
export function withoutPasswords(text: string): string {
  return text.replace(/(\b[a-z][a-z+.-]*:\/\/)[^\s/@]+@/gi, '$1***@');
}
