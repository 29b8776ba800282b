import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { OpenRuns } from '../process/openRuns.ts';
import type { OpenedRun, ProcessHosts } from '../process/processHost.ts';
import { startProcess } from '../process/startProcess.ts';
import { makeTmpRoot, tmpRootOf } from '../process/unitTmp.ts';
import { moveAsAgent, projectFilesBy, removeAsAgent } from '../projectFiles/fileHelper.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { InstallationMarks, Installations } from '../workspace/installations.ts';
import { makeProjectFolder, type ProjectFolder } from '../workspace/projectFolder.ts';
import { handOver } from './handOver.ts';
import { linkBrowsers } from './linkBrowsers.ts';
import { projectUser, projectUsers } from './projectUser.ts';
import { SandboxHost } from './sandboxHost.ts';
import { noUnit, type SandboxOrder, sandboxEnvironment, sandboxLaunch } from './sandboxLaunch.ts';
import type { Separation } from './separation.ts';
import { shownPaths } from './shownPaths.ts';
import type { TestUser } from './testUser.ts';
import { endProcessesOf } from './userProcesses.ts';

/** Runs the processes of runs on this machine, each project's away from all else. */
export class Sandbox implements ProcessHosts {
  readonly isolated = true;
  readonly #folder: string;
  readonly #separation: Separation;
  readonly #more: readonly string[];
  readonly #logger: Logger;
  readonly #marks: InstallationMarks;
  readonly #runs = new OpenRuns();
  /** How many open runs have processes of a user. */
  readonly #usage = new Map<number, number>();

  /**
   * Ends what processes an agent that was killed has left.
   * @param folder of the agent
   * @param more of the machine that tests may read
   */
  static async open(folder: string, separation: Separation, more: readonly string[], logger: Logger): Promise<Sandbox> {
    const sandbox = new Sandbox(folder, separation, more, logger);
    if (separation.bubblewrap === null) {
      for (const user of await projectUsers(join(folder, 'projects'))) await sandbox.#endProcesses(user);
    }
    return sandbox;
  }

  private constructor(folder: string, separation: Separation, more: readonly string[], logger: Logger) {
    this.#folder = folder;
    this.#separation = separation;
    this.#more = more;
    this.#logger = logger;
    this.#marks = new InstallationMarks(join(folder, 'installed'));
  }

  remove(folder: string): Promise<void> {
    return removeAsAgent(this.#folder, folder);
  }

  async close(): Promise<void> {
    await this.#runs.closeAll();
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  async open(run: AssignedRun, folder: string): Promise<OpenedRun> {
    const project = await makeProjectFolder(this.#folder, run);
    const user = this.#separation.ownUsers ? await projectUser(project.path) : null;
    const passwd = await this.#listUser(run, project, user);
    // No process of the project has run in the folder yet, and afterwards the agent changes nothing in it.
    if (user !== null) await handOver(folder, user);
    const shown = shownPaths(this.#folder, this.#more);
    const hidden = dirname(this.#folder);
    const tmpRoot = tmpRootOf(this.#folder, run.testRunId);
    await makeTmpRoot(tmpRoot, (each) => this.remove(each));
    const order = { separation: this.#separation, user, folder, tmpRoot, project, hidden, shown, passwd };
    const files = filesIn(order);
    for (const each of [project.home, project.installs]) await files.makeFolder(each);
    await linkBrowsers(files, project.home);
    const move: typeof files.move = (from, to) => moveAsAgent(this.#folder, from, to);
    const installations = new Installations(project.installs, files, move, this.#marks);
    this.#count(user, 1);
    return this.#runs.add({
      files,
      host: (_places, log) => {
        log.line(`The tests are separated from the rest of this machine (${this.#separation.name}).`);
        return Promise.resolve(new SandboxHost(order, files, installations));
      },
      close: async () => {
        await files.close();
        await this.remove(tmpRoot);
        // Processes without a process namespace of their own can leave their tree; they are known by their user.
        if (user !== null && this.#count(user, -1) === 0) await this.#endProcesses(user);
      },
    });
  }

  #count(user: TestUser | null, change: number): number {
    if (user === null || this.#separation.bubblewrap !== null) return -1;
    const count = (this.#usage.get(user.uid) ?? 0) + change;
    this.#usage.set(user.uid, count);
    return count;
  }

  async #endProcesses(user: TestUser): Promise<void> {
    const { ended, left } = await endProcessesOf(user);
    if (left > 0) this.#logger.error({ ...user, left }, 'processes of a finished run cannot be ended');
    else if (ended > 0) this.#logger.warn({ ...user, ended }, 'processes that outlived their run were ended');
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
    startProcess({ ...helper, environment, directory: '/' }, (inner) =>
      sandboxLaunch(order, noUnit, inner, [order.tmpRoot]),
    ),
  );
}
