import { type SimpleGit, simpleGit } from 'simple-git';

/** Somebody is waiting at a form: a repository silent for this long counts as unreachable. */
const silenceMs = 30_000;
const inherited =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|https?_proxy|no_proxy|all_proxy|SYSTEMROOT|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|COMSPEC|PATHEXT|XDG_CONFIG_HOME)$/i;

/** Git in a folder, without password prompts and limited to the protocols that a project's URL may use. */
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

/** @returns the text without passwords in URLs, safe to show. */
export function withoutPasswords(text: string): string {
  return text.replace(/(\b[a-z][a-z+.-]*:\/\/)[^\s/@]+@/gi, '$1***@');
}
