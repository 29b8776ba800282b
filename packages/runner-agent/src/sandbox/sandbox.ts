import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AssignedRun } from '../connection/assignedWork.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import type { ProcessHost, ProcessHosts } from '../process/processHost.ts';
import type { TestUser } from '../process/startProcess.ts';
import type { Places } from '../workspace/places.ts';
import { type ProjectFolder, projectFolderOf } from '../workspace/projectFolder.ts';
import { handOver } from './handOver.ts';
import { linkBrowsers } from './linkBrowsers.ts';
import { projectUser } from './projectUser.ts';
import { SandboxHost } from './sandboxHost.ts';
import type { Separation } from './separation.ts';
import { shownPaths } from './shownPaths.ts';

/** Runs the processes of runs on this machine, each project's away from all else. */
export class Sandbox implements ProcessHosts {
  readonly isolated = true;
  readonly #folder: string;
  readonly #separation: Separation;
  readonly #more: readonly string[];

  /**
   * @param folder of the agent
   * @param more of the machine that tests may read
   */
  constructor(folder: string, separation: Separation, more: readonly string[]) {
    this.#folder = folder;
    this.#separation = separation;
    this.#more = more;
  }

  /** Its processes end with the agent. */
  removeAll(): Promise<void> {
    return Promise.resolve();
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  async of(run: AssignedRun, folder: string, _places: Places, log: ProgressLog): Promise<ProcessHost> {
    const { name, bubblewrap, ownUsers } = this.#separation;
    const project = await projectFolderOf(this.#folder, run);
    const user = ownUsers ? await projectUser(project.path) : null;
    const passwd = await this.#listUser(run, project, user);
    await linkBrowsers(project.home);
    if (user !== null) {
      // They alone pass through the run's folder to what is theirs in it.
      await chown(folder, process.getuid?.() ?? 0, user.gid);
      await chmod(folder, 0o710);
      handOver(project.path, user);
    }
    log.line(`The tests are separated from the rest of this machine (${name}).`);
    const shown = shownPaths(this.#folder, this.#more);
    const hidden = dirname(this.#folder);
    return new SandboxHost({ bubblewrap, user, folder, project, hidden, shown, passwd });
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
