import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fateOf } from '../process/fateOf.ts';
import { findCommand } from '../process/findCommand.ts';
import type { FileReach, ProcessHost } from '../process/processHost.ts';
import { type Launch, type ProcessOrder, startProcess, type TestUser } from '../process/startProcess.ts';
import { ownEnvironment } from '../process/thisMachine.ts';
import type { ProjectFolder } from '../workspace/projectFolder.ts';
import { bubblewrapArguments } from './bubblewrapArguments.ts';
import { handOver } from './handOver.ts';
import { asUser } from './separation.ts';
import { shortPathTo } from './shortPathTo.ts';

/** Variables that would lead to the agent's own home folder, caches or desktop. */
const ofTheAgent =
  /^(HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_.*|DBUS_SESSION_BUS_ADDRESS|GOPATH|NPM_CONFIG_(CACHE|USERCONFIG)|COREPACK_HOME|PIP_(CONFIG_FILE|CACHE_DIR)|UV_CACHE_DIR|POETRY_CACHE_DIR|GRADLE_USER_HOME|MAVEN_(OPTS|ARGS)|NUGET_PACKAGES|CYPRESS_CACHE_FOLDER)$/i;
const temporary = '/tmp';

export type SandboxOrder = {
  /** Null: processes see the machine's files, as their own user. */
  bubblewrap: string | null;
  /** Null: the agent's own. */
  user: TestUser | null;
  /** The folder of the run. */
  folder: string;
  project: ProjectFolder;
  /** With what else belongs to the agent or the service. */
  hidden: string;
  shown: readonly string[];
  /** A list of users with that one. */
  passwd: string;
};

/** Processes of one run, or of one of its units, on this machine but away from everything that is not theirs. */
export class SandboxHost implements ProcessHost {
  readonly isolated = true;
  readonly inContainer = false;
  readonly sharesNetwork = true;
  readonly installs: string;
  readonly system = [process.platform, process.arch, process.versions.modules];
  readonly reach: FileReach;
  readonly #order: SandboxOrder;
  readonly #scratch: string | null;
  readonly #tmpdir: string | null;

  /**
   * @param scratch the folder of the unit
   * @param tmpdir its folder for temporary files, as processes without a file system of their own are told it
   */
  constructor(order: SandboxOrder, scratch: string | null = null, tmpdir: string | null = null) {
    this.#order = order;
    this.#scratch = scratch;
    this.#tmpdir = tmpdir;
    this.installs = order.project.installs;
    const tmp = scratch === null || order.bubblewrap === null ? null : tmpIn(scratch);
    this.reach = { folder: order.folder, outside: (path) => outsideOf(path, tmp, order) };
  }

  environment(): NodeJS.ProcessEnv {
    const { home } = this.#order.project;
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

  start: ProcessHost['start'] = (order) => {
    this.#handOverFolders();
    const running = startProcess(order, (inner) => this.#launch(inner));
    const isDirect = order.args !== undefined;
    const ended = running.ended.then((end) => ({ ...end, ...fateOf(end, isDirect) }));
    return { ...running, ended };
  };

  /**
   * Tests may not replace the agent's files in the unit's folder, because the agent, which may be root, would follow
   * their links.
   */
  #handOverFolders(): void {
    if (this.#scratch === null || this.#order.user === null) return;
    for (const entry of readdirSync(this.#scratch, { withFileTypes: true })) {
      if (entry.isDirectory()) this.handOver(join(this.#scratch, entry.name));
    }
  }

  handOver(path: string): void {
    if (this.#order.user !== null) handOver(path, this.#order.user);
  }

  find: ProcessHost['find'] = findCommand;
  node: ProcessHost['node'] = () => process.execPath;

  ofUnit(scratch: string): ProcessHost {
    const tmp = tmpIn(scratch);
    mkdirSync(tmp, { recursive: true });
    for (const each of [scratch, tmp]) chmodSync(each, 0o1777);
    return new SandboxHost(this.#order, scratch, this.#order.bubblewrap === null ? shortPathTo(tmp) : null);
  }

  #launch({ command, args, environment, directory }: ProcessOrder): Launch {
    const { bubblewrap, user, folder, project, hidden, shown, passwd } = this.#order;
    const [program, ...rest] = args === undefined ? ['/bin/sh', '-c', command] : [command, ...args];
    if (bubblewrap === null) {
      const own = { ...environment, ...(this.#tmpdir === null ? {} : { TMPDIR: this.#tmpdir }) };
      return { command: program, args: rest, shell: false, environment: own, ...(user && { user }) };
    }
    const tmp = this.#scratch === null ? null : tmpIn(this.#scratch);
    const writable = [folder, project.path];
    const options = bubblewrapArguments({ hidden, shown, writable, tmp, passwd, user, directory, environment });
    return {
      command: bubblewrap,
      args: ['--args', '4', '--', ...asUser(user), program, ...rest],
      shell: false,
      // The run's variables are no arguments, which everybody can read, and do not apply to bubblewrap itself.
      environment: { PATH: process.env.PATH },
      instructions: options.map((each) => `${each}\0`).join(''),
      holder: true,
    };
  }
}

function tmpIn(scratch: string): string {
  return join(scratch, 'tmp');
}

function outsideOf(path: string, tmp: string | null, { folder, project }: SandboxOrder): string {
  if (tmp === null || !path.startsWith(`${temporary}/`)) return path;
  const isOfRun = [folder, project.path].some((each) => path.startsWith(`${each}/`));
  return isOfRun ? path : join(tmp, path.slice(temporary.length));
}
