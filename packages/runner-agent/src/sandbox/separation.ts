import { execFile } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../process/findCommand.ts';
import { findReporter } from '../workspace/installation.ts';
import { bubblewrapArguments } from './bubblewrapArguments.ts';
import { callFilter } from './callFilter.ts';
import { openToUsers } from './handOver.ts';
import { withOwnKeyring } from './ownKeyring.ts';
import { noMounts, withOwnMounts } from './ownMounts.ts';
import { findNetworkPrograms, type NetworkPrograms } from './runNetwork.ts';
import { shownPaths } from './shownPaths.ts';
import { firstUser, type TestUser } from './testUser.ts';

/** What keeps test processes of this machine away from the agent, the service and other projects. */
export type Separation = {
  /** As people read it: 'bubblewrap 0.8.0'. */
  name: string;
  /** Gives processes a file system and process ids of their own. */
  bubblewrap: string | null;
  /** Whether that bubblewrap can limit folders that are in memory. */
  limitsMemory: boolean;
  /** Whether that bubblewrap can refuse tests some system calls. */
  filtersCalls: boolean;
  /**
   * The program by which root becomes another user. By its path: looked up in the PATH of the tests, it would be one of
   * the project's.
   */
  setpriv: string | null;
  /** The program that limits how many processes a user may have; null where the machine has none, or it cannot. */
  prlimit: string | null;
  /** The program that gives users folders in memory and a list of processes of their own; null where bubblewrap does, or nothing can. */
  unshare: string | null;
  /** The program that gives users a keyring of their own; null where bubblewrap filters, or the machine has none. */
  keyctl: string | null;
  /**
   * Tests of each project have a user of their own, because the agent's is root, whom no file system keeps out of
   * `/proc/sys`.
   */
  ownUsers: boolean;
  /** What gives each run a network of its own; null where nothing can. */
  network: NetworkPrograms | null;
  /** Why all tests share the machine's network; null where they do not. */
  networkDefect: string | null;
};

export const separations = ['bubblewrap', 'user'] as const;
export type SeparationKind = (typeof separations)[number];

const run = promisify(execFile);
const answerWithinMs = 15_000;
/** Processes and threads of a project, as many as a container may have. */
const maxProcesses = 4096;

/**
 * Tries what would separate the tests: whether a program is there says little about whether it may be used.
 * @param folder of the agent
 * @returns the separation, or why it cannot be had
 */
export async function findSeparation(kind: SeparationKind, folder: string): Promise<Separation | string> {
  if (process.platform !== 'linux') return 'tests are separated by bubblewrap or by users on Linux only';
  return kind === 'bubblewrap' ? await tryBubblewrap(folder) : await tryUsers(folder);
}

async function tryBubblewrap(folder: string): Promise<Separation | string> {
  const bubblewrap = findCommand(process.env, ['bwrap']);
  if (bubblewrap === null) return 'bubblewrap (bwrap) is not in the PATH';
  const ownUsers = process.getuid?.() === 0;
  const user = ownUsers ? firstUser : null;
  const [setpriv = null, prlimit = null] = ['setpriv', 'prlimit'].map((name) => findCommand(process.env, [name]));
  if (ownUsers && setpriv === null) return 'setpriv is not in the PATH';
  if (!ownUsers && [folder, ...shownPaths(folder)].some((path) => path.startsWith('/tmp/'))) {
    return 'the agent or what its tests need lies below /tmp, where tests of the same user could replace it';
  }
  const place = {
    hidden: dirname(folder),
    shown: shownPaths(folder),
    writable: [],
    tmp: null,
    passwd: null,
    resolver: null,
  };
  try {
    const help = await run(bubblewrap, ['--help'], { timeout: answerWithinMs });
    const limitsMemory = /^\s*--size\s/m.test(help.stdout + help.stderr);
    const args = bubblewrapArguments({ ...place, user, script: null, limitsMemory });
    const { stdout } = await run(bubblewrap, ['--version'], { timeout: answerWithinMs });
    const start = async (limiter: string | null, ...more: string[]) => {
      const inner = [...asUser(user, { setpriv, prlimit: limiter }), process.execPath, '--version'];
      const tried = [...more, ...args, ...inner];
      const started = run(bubblewrap, tried, { env: { PATH: process.env.PATH }, timeout: answerWithinMs });
      // Where it is not read, it breaks.
      started.child.stdin?.on('error', () => undefined).end(callFilter);
      await started;
      return true;
    };
    // A limit that is lower already cannot be raised.
    const limits = prlimit !== null && (await start(prlimit).catch(() => false));
    if (!limits) await start(null);
    const limiter = limits ? prlimit : null;
    const filtersCalls = await start(limiter, '--seccomp', '0').catch(() => false);
    return {
      name: stdout.trim(),
      bubblewrap,
      limitsMemory,
      filtersCalls,
      ownUsers,
      ...(await networkFor(folder, ownUsers, true)),
      unshare: null,
      keyctl: null,
      setpriv,
      prlimit: limiter,
    };
  } catch (error) {
    return `${bubblewrap} cannot be used (${reasonOf(error)})`;
  }
}

async function tryUsers(folder: string): Promise<Separation | string> {
  if (process.getuid?.() !== 0) return 'only root can give tests a user of their own';
  await openToUsers(folder);
  const [setpriv, prlimit] = ['setpriv', 'prlimit'].map((name) => findCommand(process.env, [name]));
  if (!setpriv) return 'setpriv is not in the PATH';
  const tried = join(folder, 'workspaces');
  await mkdir(tried, { recursive: true });
  const script = `require('node:fs').accessSync(${JSON.stringify(findReporter('channel.cjs'))})`;
  try {
    await access(folder, constants.X_OK);
    const programs = { setpriv, prlimit: prlimit ?? null };
    const [unshare, keyctl] = await Promise.all([findUnshare(), findKeyctl()]);
    const [first = '', ...args] = [...asUser(firstUser, programs), process.execPath, '--eval', script];
    await run(first, args, { cwd: tried, env: {}, timeout: answerWithinMs });
    return {
      name: 'a user per project',
      bubblewrap: null,
      limitsMemory: false,
      filtersCalls: false,
      ownUsers: true,
      ...(await networkFor(folder, true, unshare !== null)),
      unshare,
      keyctl,
      ...programs,
    };
  } catch (error) {
    return `tests cannot have a user of their own (${reasonOf(error)})`;
  }
}

/** @param canMount whether tests can have another file at the path of the machine's */
async function networkFor(
  folder: string,
  isRoot: boolean,
  canMount: boolean,
): Promise<Pick<Separation, 'network' | 'networkDefect'>> {
  const shared = (why: string) => ({ network: null, networkDefect: `tests share this machine's network: ${why}` });
  if (!isRoot) return shared('only root can give runs a network of their own');
  const programs = await findNetworkPrograms(folder);
  if (typeof programs === 'string') return shared(programs);
  if (programs.resolver !== null && !canMount) return shared('names are resolved at localhost, and root may not mount');
  return { network: programs, networkDefect: null };
}

/** @returns null where it is missing, or root may not mount, as in most containers */
async function findUnshare(): Promise<string | null> {
  const unshare = findCommand(process.env, ['unshare']);
  const [first = '', ...args] = [...withOwnMounts(unshare, noMounts), process.execPath, '--version'];
  try {
    await run(first, args, { env: { PATH: process.env.PATH }, timeout: answerWithinMs });
    return unshare;
  } catch {
    return null;
  }
}

/** @returns null where it is missing, or the kernel has no keyrings */
async function findKeyctl(): Promise<string | null> {
  const keyctl = findCommand(process.env, ['keyctl']);
  const [first = '', ...args] = [...withOwnKeyring(keyctl), process.execPath, '--version'];
  try {
    await run(first, args, { env: { PATH: process.env.PATH }, timeout: answerWithinMs });
    return keyctl;
  } catch {
    return null;
  }
}

/**
 * @returns what starts a program as that user, without a way to more rights, where root starts it. Without a user the limit
 * of processes is that of a namespace of users; before Linux 5.14 all processes of the agent's user count.
 */
export function asUser(user: TestUser | null, { setpriv, prlimit }: Pick<Separation, 'setpriv' | 'prlimit'>): string[] {
  const limits = prlimit === null ? [] : [prlimit, `--nproc=${maxProcesses}:${maxProcesses}`, '--'];
  if (user === null) return limits;
  if (setpriv === null) throw new Error('setpriv is missing, and root cannot become another user');
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return [...limits, setpriv, ...ids, '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs', '--'];
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  const all = said || (error instanceof Error ? error.message : String(error));
  return (all.split('\n').find((line) => /error|bwrap|denied|EACCES/i.test(line)) ?? all).slice(0, 300);
}
