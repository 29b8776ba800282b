import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { OpenRuns } from '../process/openRuns.ts';
import type { OpenedRun, ProcessHosts } from '../process/processHost.ts';
import { makeTmpRoot, makeUnitTmp, tmpRootOf } from '../process/unitTmp.ts';
import { projectFilesBy, removeAsAgent, transfersAsAgent } from '../projectFiles/fileHelper.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { InstallationMarks, Installations } from '../workspace/installations.ts';
import { makeProjectFolder, type ProjectFolder } from '../workspace/projectFolder.ts';
import { CpuGroups } from './cpuGroups.ts';
import { handOver } from './handOver.ts';
import { linkBrowsers } from './linkBrowsers.ts';
import { projectUser, projectUsers } from './projectUser.ts';
import { RunNetwork } from './runNetwork.ts';
import { SandboxHost } from './sandboxHost.ts';
import {
  mountedPaths,
  noUnit,
  type SandboxOrder,
  sandboxEnvironment,
  startInSandbox,
  tmpOfNoUnit,
} from './sandboxLaunch.ts';
import type { Separation } from './separation.ts';
import { SharedRuntimes } from './sharedRuntimes.ts';
import { shownPaths } from './shownPaths.ts';
import type { TestUser } from './testUser.ts';
import { removeLeftovers } from './userLeftovers.ts';
import { endProcessesOf } from './userProcesses.ts';

/** Runs the processes of runs on this machine, each project's away from all else. */
export class Sandbox implements ProcessHosts {
  readonly isolated = true;
  readonly #folder: string;
  readonly #separation: Separation;
  readonly #more: readonly string[];
  readonly #logger: Logger;
  readonly #marks: InstallationMarks;
  readonly #runtimes: SharedRuntimes;
  readonly #runs = new OpenRuns();
  readonly #cpuGroups = CpuGroups.open();
  /** How many open runs have processes of a user. */
  readonly #usage = new Map<number, number>();
  /** What is being ended and removed of users without open runs. */
  readonly #clearing = new Map<number, Promise<void>>();
  /** Users of whom something is left, which is removed again after each run. */
  readonly #unfinished = new Map<number, TestUser>();

  /**
   * Ends the processes, and removes the files, that an agent that was killed has left.
   * @param folder of the agent
   * @param more of the machine that tests may read
   */
  static async open(folder: string, separation: Separation, more: readonly string[], logger: Logger): Promise<Sandbox> {
    const sandbox = new Sandbox(folder, separation, more, logger);
    await sandbox.#runtimes.clear();
    if (separation.bubblewrap === null) await sandbox.#clear(await projectUsers(join(folder, 'projects')));
    return sandbox;
  }

  private constructor(folder: string, separation: Separation, more: readonly string[], logger: Logger) {
    this.#folder = folder;
    this.#separation = separation;
    this.#more = more;
    this.#logger = logger;
    this.#runtimes = new SharedRuntimes(folder);
    this.#marks = new InstallationMarks(join(folder, 'installed'));
  }

  remove(folder: string): Promise<void> {
    return removeAsAgent(this.#folder, folder);
  }

  async close(): Promise<void> {
    await this.#runs.closeAll();
    this.#cpuGroups?.close();
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  async open(run: AssignedRun, folder: string): Promise<OpenedRun> {
    const project = await makeProjectFolder(this.#folder, run);
    // Tests own it: they can close it, but put nothing in its place.
    await chmod(project.path, 0o700);
    const user = this.#separation.ownUsers ? await projectUser(project.path) : null;
    await this.#enter(user);
    const group = basename(project.path);
    const cpuGroup = this.#cpuGroups?.enter(group) ?? null;
    const { network: programs } = this.#separation;
    let network: RunNetwork | null = null;
    try {
      network = programs === null ? null : await RunNetwork.open(programs, cpuGroup);
      return await this.#openAs(run, folder, project, { user, cpuGroup, network });
    } catch (error) {
      await this.#close(network, group).finally(() => this.#leave(user));
      throw error;
    }
  }

  async #close(network: RunNetwork | null, group: string): Promise<void> {
    try {
      await network?.close();
    } finally {
      this.#cpuGroups?.leave(group);
    }
  }

  async #openAs(
    run: AssignedRun,
    folder: string,
    project: ProjectFolder,
    { user, cpuGroup, network }: { user: TestUser | null; cpuGroup: string | null; network: RunNetwork | null },
  ): Promise<OpenedRun> {
    const passwd = await this.#listUser(run, project, user);
    // No process of the project has run in the folder yet, and afterwards the agent changes nothing in it.
    if (user !== null) await handOver(folder, user);
    const shown = shownPaths(this.#folder, this.#more);
    const hidden = dirname(this.#folder);
    const tmpRoot = tmpRootOf(this.#folder, run.testRunId);
    await makeTmpRoot(tmpRoot, (each) => this.remove(each));
    const separation = this.#separation;
    const order = { separation, user, folder, tmpRoot, project, hidden, shown, passwd, cpuGroup, network };
    const tmp = tmpOfNoUnit(order);
    if (tmp !== null) await makeUnitTmp(tmp, mountedPaths(order));
    const files = filesIn(order);
    for (const each of [project.home, project.installs]) await files.restoreFolder(each);
    await linkBrowsers(files, project.home);
    const installations = new Installations(project.installs, files, transfersAsAgent(this.#folder), this.#marks);
    return this.#runs.add({
      files,
      host: (_places, log) => {
        const by = network === null ? separation.name : `${separation.name}, a network of their own`;
        log.line(`The tests are separated from the rest of this machine (${by}).`);
        return Promise.resolve(new SandboxHost(order, files, installations, this.#runtimes));
      },
      close: async () => {
        try {
          await files.close();
          await this.remove(tmpRoot);
        } finally {
          await this.#leave(user).finally(() => this.#close(network, basename(project.path)));
        }
      },
    });
  }

  /** Without namespaces, processes can leave their tree, and files their run; they are known by their user. */
  #isKnownByUser(user: TestUser | null): user is TestUser {
    return user !== null && this.#separation.bubblewrap === null;
  }

  async #enter(user: TestUser | null): Promise<void> {
    if (!this.#isKnownByUser(user)) return;
    this.#usage.set(user.uid, (this.#usage.get(user.uid) ?? 0) + 1);
    // Whether it failed is an error of the run that has closed.
    await this.#clearing.get(user.uid)?.catch(() => undefined);
  }

  async #leave(user: TestUser | null): Promise<void> {
    if (!this.#isKnownByUser(user)) return;
    const left = (this.#usage.get(user.uid) ?? 0) - 1;
    this.#usage.set(user.uid, left);
    if (left > 0) return;
    await this.#clearOf(user);
    // What other projects have in folders of a user can be removed only once their runs have ended. Not waited for.
    for (const other of this.#unfinished.values()) {
      if (other.uid === user.uid || this.#usage.get(other.uid) || this.#clearing.has(other.uid)) continue;
      void this.#clearOf(other).catch((error) => this.#logger.warn({ err: error, ...other }, 'files were not removed'));
    }
  }

  #clearOf(user: TestUser): Promise<void> {
    const clearing = this.#clear([user]).finally(() => this.#clearing.delete(user.uid));
    this.#clearing.set(user.uid, clearing);
    return clearing;
  }

  /** Ends what runs as these users, and removes what they have left outside of their projects' folders. */
  async #clear(users: readonly TestUser[]): Promise<void> {
    const left: string[] = [];
    let removed = 0;
    for (const user of users) {
      // Until it is done.
      this.#unfinished.set(user.uid, user);
      const processes = await endProcessesOf(user);
      if (processes.ended > 0 && processes.left === 0) {
        this.#logger.warn({ ...user, ended: processes.ended }, 'processes that outlived their run were ended');
      }
      if (processes.left > 0) {
        this.#logger.error({ ...user, left: processes.left }, 'processes of a finished run cannot be ended');
      }
      const files = processes.left === 0 ? await removeLeftovers([user]) : { removed: 0, left: [] };
      removed += files.removed;
      left.push(...files.left);
      if (processes.left === 0 && files.left.length === 0) this.#unfinished.delete(user.uid);
    }
    if (left.length > 0) this.#logger.error({ left: left.slice(0, 10) }, 'files of finished runs cannot be removed');
    else if (removed > 0) this.#logger.info({ removed }, 'files that outlived their run were removed');
  }

  /**
   * Programs that ask the system for their user find it, with the project's home folder.
   * @returns a list of the machine's users, with the tests' one, where tests cannot change it
   */
  async #listUser({ projectId }: AssignedRun, { home }: ProjectFolder, user: TestUser | null): Promise<string> {
    const uid = user?.uid ?? process.getuid?.() ?? 0;
    const gid = user?.gid ?? process.getgid?.() ?? 0;
    const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').filter(Boolean);
    const others = lines.filter((line) => line.split(':')[2] !== String(uid));
    const own = `assay:x:${uid}:${gid}::${home}:/bin/sh`;
    const lists = join(this.#folder, 'users');
    await mkdir(lists, { recursive: true, mode: 0o700 });
    const list = join(lists, projectId);
    await writeFile(list, `${[...others, own].join('\n')}\n`, { mode: 0o644 });
    return list;
  }
}

function filesIn(order: SandboxOrder): ProjectFiles {
  const { PATH, HOME, LANG } = sandboxEnvironment(order);
  const environment = { PATH, HOME, LANG, ASSAY_RUN_FOLDER: order.folder };
  return projectFilesBy((helper) =>
    startInSandbox(order, noUnit, { ...helper, environment, directory: '/' }, [order.tmpRoot]),
  );
}
