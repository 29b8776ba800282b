import { spawn } from 'node:child_process';
import { type GitAuth, GitError, gitOutput, requireStreams, sshCommand } from '@assay/contract';
import { proxiesOf } from '@assay/proxies';
import { UnitProblem } from '../units/unitProblem.ts';
import { findReporter } from '../workspace/installation.ts';
import type { GitProgram } from './treeSize.ts';

/** A transfer without progress for this long is given up. */
const silenceMs = 5 * 60_000;
const passedOn =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMSPEC|PATHEXT|XDG_CONFIG_HOME)$/i;
const connectSeconds = 20;
/** Bytes that git may have for its data: a repository can make it need any amount. */
export const gitMemory = 4 * 1024 ** 3;
/** Bytes that one git process may print: they are held in memory. */
const maxOutput = 4 * 1024 ** 2;

/** How ssh reads a repository: the file for the keys of hosts, and that of the one key to be tried, if there is one. */
export type SshAccess = { knownHosts: string; keyFile: string | null };

/** @throws UnitProblem git.tooLarge where git prints more than 4 MiB */
export type Git = {
  /** @param input for its standard input, for what is longer than arguments may be */
  raw(order: readonly string[], input?: string): Promise<string>;
};

/**
 * Git in a folder, without prompts: an operation that needs a missing password fails at once.
 * @param access to a server that is asked; `apart`: an empty home folder, so that neither settings nor keys nor
 * passwords of the machine's user are used
 * @param memory bytes that it may have for its data, on Linux
 */
export function gitIn(
  folder: string,
  signal: AbortSignal,
  { ssh, auth, apart = null }: { ssh?: SshAccess; auth?: GitAuth; apart?: string | null } = {},
  memory = gitMemory,
): Git {
  const { command, args, environment } = gitProgram(memory);
  // Git for Windows refuses paths of more than 260 characters, and a run's folder takes a hundred.
  const config = ['gc.auto=0', 'advice.detachedHead=false', 'core.longpaths=true', ...(auth?.config ?? [])];
  const raw = async (order: readonly string[], input?: string) => {
    signal.throwIfAborted();
    const child = requireStreams(
      spawn(command, [...args, ...config.flatMap((setting) => ['-c', setting]), ...order], {
        cwd: folder,
        env: {
          ...environment,
          ...(apart === null ? {} : withoutMachine(apart)),
          ...auth?.environment,
          ...(ssh && { GIT_SSH_COMMAND: sshCommand({ ...ssh, connectSeconds, ownSettings: apart === null }) }),
        },
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      }),
    );
    // Where git does not read it, its end says why.
    child.stdin.on('error', () => undefined).end(input);
    return await gitOutput(child, { silenceMs, maxBytes: maxOutput, tooMuch: tooMuchOutput, signal });
  };
  return { raw };
}

/**
 * For what may be missing.
 * @returns no output where git failed
 * @throws the error where git could not be started or was ended
 */
export function nothingIfFailed(error: unknown): string {
  if (error instanceof GitError && error.code !== null) return '';
  throw error;
}

function withoutMachine(home: string): NodeJS.ProcessEnv {
  const nothing = process.platform === 'win32' ? 'NUL' : '/dev/null';
  const settings = { GIT_CONFIG_GLOBAL: nothing, GIT_CONFIG_SYSTEM: nothing };
  return { ...settings, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: home, SSH_AUTH_SOCK: undefined };
}

function tooMuchOutput(): UnitProblem {
  return new UnitProblem(
    'git.tooLarge',
    `Git printed more than ${maxOutput / 1024 ** 2} MiB and was stopped. Check the messages that the git server sends.`,
  );
}

/** @returns how git is started, with no more of the agent's environment than it needs */
export function gitProgram(memory = gitMemory): GitProgram {
  const inherited = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  const environment = {
    ...Object.fromEntries(inherited),
    ...proxiesOf(process.env).variables,
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
  };
  if (process.platform !== 'linux') return { command: 'git', args: [], environment };
  return {
    command: '/bin/sh',
    args: [findReporter('git.sh')],
    environment: { ...environment, ASSAY_GIT_MEMORY_KB: String(Math.floor(memory / 1024)) },
  };
}
