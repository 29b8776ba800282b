import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { GitError, gitOutput, requireStreams, sshCommand } from '@assay/contract';
import type { GitAddresses } from './gitAddresses.ts';
import { GitLimitExceeded } from './gitLimits.ts';
import { gitStarter } from './gitStarter.ts';
import { type GitTarget, unpinned } from './gitTarget.ts';

/** Somebody is waiting at a form: a repository silent for this long counts as unreachable. */
const silenceMs = 30_000;
const connectSeconds = 10;
/** Bytes that one git process may print: a git server decides how much that is. */
const maxOutput = 16 * 1024 ** 2;
const inherited =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|SYSTEMROOT|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|COMSPEC|PATHEXT|XDG_CONFIG_HOME)$/i;

/** What a repository is read from, and with which SSH key. */
export type GitSource = { target: GitTarget; keyFile: string | null };

/** Git without password prompts, with a limit for its memory on Linux. */
export type Git = {
  /** @throws GitLimitExceeded where git prints more than 16 MiB */
  raw(order: readonly string[]): Promise<string>;
  /**
   * For output of any length, and for orders on standard input.
   * @returns the first bytes that git prints; it is ended once it has printed as many as the limit
   * @throws GitError where git fails before
   */
  first(order: readonly string[], limit: number, input?: string): Promise<Buffer>;
};

/**
 * Git in a folder.
 * @param use `keyFile`: of the one SSH key that is tried; without it, those of this machine are. `target`: what it
 * connects to, if it connects. `gone` ends it
 */
export type GitIn = (folder: string, use?: Partial<GitSource> & { gone?: AbortSignal }) => Git;

/**
 * @param cacheDir a folder for the keys of hosts that are read by ssh, and for the script that starts git
 * @returns git without password prompts, and limited to the protocols that projects may use
 */
export function gitCommand({ protocols, hosts, guard, proxies }: GitAddresses, cacheDir: string): GitIn {
  const knownHosts = join(cacheDir, 'known_hosts');
  const startedBy = gitStarter(cacheDir);
  const ofService = Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name)));
  const followsRedirects = hosts === null && guard === null;
  // What is fetched stays in packs, where its size is watched. A redirect could lead to another host.
  const own = ['gc.auto=0', 'fetch.unpackLimit=1', ...(followsRedirects ? [] : ['http.followRedirects=false'])];
  return (folder, { keyFile = null, target: connectsTo, gone } = {}) => {
    const target = connectsTo ?? unpinned('');
    const config = [...own, ...target.config];
    const environment = {
      ...ofService,
      ...proxies.variables,
      GIT_TERMINAL_PROMPT: '0',
      GCM_INTERACTIVE: 'never',
      GIT_ALLOW_PROTOCOL: ['file', ...protocols].join(':'),
      GIT_SSH_COMMAND: sshCommand({ knownHosts, keyFile, connectSeconds, connectTo: target.connectTo }),
      // Contents that a copy lacks would come past what the address is checked for.
      ...(connectsTo ? {} : { GIT_NO_LAZY_FETCH: '1' }),
      ...target.environment,
    };
    return {
      raw: async (order) => {
        const [command, ...script] = await startedBy();
        gone?.throwIfAborted();
        const child = requireStreams(
          spawn(command, [...script, ...config.flatMap((setting) => ['-c', setting]), ...order], {
            cwd: folder,
            env: environment,
            stdio: ['ignore', 'pipe', 'pipe'],
            windowsHide: true,
          }),
        );
        const signal = gone ?? new AbortController().signal;
        return await gitOutput(child, { silenceMs, maxBytes: maxOutput, tooMuch: tooMuchOutput, signal });
      },
      first: async (order, limit, input = '') => {
        const [command, ...script] = await startedBy();
        const args = [...script, ...config.flatMap((setting) => ['-c', setting]), ...order];
        return await firstOutput({ command, args, environment, folder }, limit, input, gone);
      },
    };
  };
}

function tooMuchOutput(): GitLimitExceeded {
  return new GitLimitExceeded(`Git says more than ${maxOutput / 1024 ** 2} MiB about it.`);
}

type Program = { command: string; args: string[]; environment: NodeJS.ProcessEnv; folder: string };

async function firstOutput(
  { command, args, environment, folder }: Program,
  limit: number,
  input: string,
  gone: AbortSignal | undefined,
): Promise<Buffer> {
  const child = requireStreams(
    spawn(command, args, {
      cwd: folder,
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
      signal: gone,
      killSignal: 'SIGKILL',
      windowsHide: true,
    }),
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // It is awaited after the output.
  ended.catch(() => undefined);
  // Git that ends before it has read everything: its exit code says so.
  child.stdin.on('error', () => undefined).end(input);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of child.stdout) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < limit) continue;
    child.kill('SIGKILL');
    return Buffer.concat(chunks, limit);
  }
  const code = await ended;
  if (code !== 0) throw new GitError(`git ended with ${code}`, code);
  return Buffer.concat(chunks);
}
