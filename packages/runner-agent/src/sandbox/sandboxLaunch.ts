import { join } from 'node:path';
import { ownEnvironment } from '../process/ownEnvironment.ts';
import { type Launch, type ProcessOrder, type RunningProcess, startProcess } from '../process/startProcess.ts';
import { readScript, sandboxScript } from '../process/startScript.ts';
import type { ProjectFolder } from '../workspace/projectFolder.ts';
import { bubblewrapArguments } from './bubblewrapArguments.ts';
import { callFilter } from './callFilter.ts';
import { withOwnKeyring } from './ownKeyring.ts';
import { withOwnMounts } from './ownMounts.ts';
import type { RunNetwork } from './runNetwork.ts';
import { asUser, type Separation } from './separation.ts';
import type { TestUser } from './testUser.ts';

/** Variables that would lead to the agent's own home folder, caches or desktop. */
const ofTheAgent =
  /^(HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_.*|DBUS_SESSION_BUS_ADDRESS|GOPATH|NPM_CONFIG_(CACHE|USERCONFIG)|COREPACK_HOME|PIP_(CONFIG_FILE|CACHE_DIR)|UV_CACHE_DIR|POETRY_CACHE_DIR|GRADLE_USER_HOME|MAVEN_(OPTS|ARGS)|NUGET_PACKAGES|CYPRESS_CACHE_FOLDER)$/i;

/** What the processes of one run are kept in. */
export type SandboxOrder = {
  /** Without bubblewrap, processes see the machine's files, as their own user. */
  separation: Pick<
    Separation,
    'bubblewrap' | 'limitsMemory' | 'filtersCalls' | 'setpriv' | 'prlimit' | 'unshare' | 'keyctl'
  >;
  /** Null: the agent's own. */
  user: TestUser | null;
  /** The folder of the run. */
  folder: string;
  /** The folder of the temporary folders of its units. */
  tmpRoot: string;
  project: ProjectFolder;
  /** With what else belongs to the agent or the service. */
  hidden: string;
  shown: readonly string[];
  /** A list of users with that one. */
  passwd: string;
  /** The file that takes the ids of its processes, for an equal share of the processor; null: all processes share it. */
  cpuGroup: string | null;
  /** Its own; null: the machine's. */
  network: Pick<RunNetwork, 'enter' | 'started' | 'resolver'> | null;
};

/** Folders for temporary files of one unit. */
export type UnitFolders = {
  /** The folder that is /tmp in a file system of its own; null: an empty one. */
  tmp: string | null;
  /** The path that processes without a file system of their own find it at. */
  tmpdir: string | null;
};

/** Of processes that belong to no unit. */
export const noUnit: UnitFolders = { tmp: null, tmpdir: null };

/** @returns whether the processes of a run have a /tmp of their own */
export function hasOwnTmp({ separation }: Pick<SandboxOrder, 'separation'>): boolean {
  return separation.bubblewrap !== null || separation.unshare !== null;
}

/**
 * @returns the folder that is the /tmp of processes that belong to no unit; null where bubblewrap makes an empty one, or
 * they share the machine's
 */
export function tmpOfNoUnit({ separation, tmpRoot }: Pick<SandboxOrder, 'separation' | 'tmpRoot'>): string | null {
  const isMounted = separation.bubblewrap === null && separation.unshare !== null;
  return isMounted ? join(tmpRoot, 'no-unit') : null;
}

/** @returns what is mounted besides a unit's temporary folder */
export function mountedPaths({ folder, tmpRoot, project, hidden, shown }: SandboxOrder): string[] {
  return [hidden, folder, tmpRoot, project.path, ...shown];
}

/** @returns the initial environment of the run's processes */
export function sandboxEnvironment({ project: { home } }: SandboxOrder): NodeJS.ProcessEnv {
  const inherited = Object.entries(ownEnvironment()).filter(([name]) => !ofTheAgent.test(name));
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    // Java asks the system for the home folder, which may not know the user.
    MAVEN_OPTS: `-Duser.home=${home}`,
    GRADLE_USER_HOME: join(home, '.gradle'),
    WEBDRIVER_CACHE_DIR: join(home, '.cache', 'webdriver'),
  };
}

/** Starts a process of the run away from everything that is not the run's. */
export function startInSandbox(
  sandbox: SandboxOrder,
  unit: UnitFolders,
  order: ProcessOrder,
  alsoWritable: readonly string[] = [],
): RunningProcess {
  const running = startProcess(order, (inner) => sandboxLaunch(sandbox, unit, inner, alsoWritable));
  sandbox.network?.started(running.ended);
  return running;
}

/** @returns the command that starts a process of the run away from everything that is not the run's */
export function sandboxLaunch(
  sandbox: SandboxOrder,
  { tmp, tmpdir }: UnitFolders,
  { command, args, environment, directory }: Pick<ProcessOrder, 'command' | 'args' | 'environment' | 'directory'>,
  alsoWritable: readonly string[] = [],
): Launch {
  const { separation, user, folder, project, hidden, shown, passwd, cpuGroup, network } = sandbox;
  const resolver = network?.resolver ?? null;
  const wanted = args === undefined ? ['/bin/sh', '-c', command] : [command, ...args];
  if (separation.bubblewrap === null) {
    const own = { ...environment, ...(tmpdir === null ? {} : { TMPDIR: tmpdir }) };
    const needed = [folder, project.path, ...shown, ...alsoWritable];
    // The directory is entered by the tests' user: root would enter whatever a link leads to.
    const shell = [...asUser(user, separation), '/bin/sh', '-c', readScript, 'sh', directory, ...wanted];
    const [first = '', ...others] = [
      ...(network?.enter() ?? []),
      ...withOwnMounts(separation.unshare, { tmp: tmp ?? tmpOfNoUnit(sandbox), needed, resolver }),
      ...withOwnKeyring(separation.keyctl),
      ...shell,
    ];
    return {
      command: first,
      args: others,
      shell: false,
      environment: { PATH: process.env.PATH },
      directory: '/',
      instructions: [sandboxScript(own)],
      uid: user?.uid,
      firstToEnd: true,
      cpuGroup,
    };
  }
  const writable = [folder, project.path, ...alsoWritable];
  const options = bubblewrapArguments({
    hidden,
    shown,
    writable,
    tmp,
    passwd,
    resolver,
    user,
    script: { path: script, descriptor: 5 },
    limitsMemory: separation.limitsMemory,
  });
  const [filter, filters] = separation.filtersCalls ? [['--seccomp', '6'], [callFilter]] : [[], []];
  const inner = [...asUser(user, separation), '/bin/sh', script, directory, ...wanted];
  const [first = '', ...others] = [
    ...(network?.enter() ?? []),
    ...[separation.bubblewrap, '--args', '4', ...filter, '--', ...inner],
  ];
  return {
    command: first,
    args: others,
    shell: false,
    // The run's variables are no arguments, which all users can read, and do not apply to programs with more rights.
    environment: { PATH: process.env.PATH },
    directory: '/',
    instructions: [zeroTerminated(options), sandboxScript(environment), ...filters],
    holder: true,
    uid: user?.uid,
    firstToEnd: true,
    cpuGroup,
  };
}

/** Where a process in a file system of its own finds how it starts. */
const script = '/run/assay-start';

/** @throws Error for an option with a zero byte, which would begin another option */
function zeroTerminated(options: readonly string[]): string {
  if (options.some((each) => each.includes('\0'))) {
    throw new Error('A path of the run contains a zero byte.');
  }
  return options.map((each) => `${each}\0`).join('');
}
