import { basename, dirname, join } from 'node:path';
import { fateOf } from '../process/fateOf.ts';
import { commandPaths } from '../process/findCommand.ts';
import type { FileReach, ProcessHost } from '../process/processHost.ts';
import { makeUnitTmp } from '../process/unitTmp.ts';
import { removeAsAgent } from '../projectFiles/fileHelper.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { ChosenRuntimes } from '../runtimes/chosenRuntimes.ts';
import { type InstalledRuntime, installedRuntimes } from '../runtimes/installedRuntimes.ts';
import type { Installations } from '../workspace/installations.ts';
import {
  hasOwnTmp,
  mountedPaths,
  noUnit,
  type SandboxOrder,
  sandboxEnvironment,
  startInSandbox,
  type UnitFolders,
} from './sandboxLaunch.ts';
import type { SharedRuntimes } from './sharedRuntimes.ts';
import { shortPathTo } from './shortPathTo.ts';

const temporary = '/tmp';

/** Processes of one run, or of one of its units, on this machine but away from everything that is not theirs. */
export class SandboxHost implements ProcessHost {
  readonly isolated = true;
  readonly inContainer = false;
  readonly network: ProcessHost['network'];
  readonly user: number | null;
  readonly files: ProjectFiles;
  readonly installations: Installations;
  readonly reach: FileReach;
  readonly removeUnit: () => Promise<void>;
  readonly #order: SandboxOrder;
  readonly #unit: UnitFolders;
  readonly #shared: SharedRuntimes;
  readonly #runtimes: ChosenRuntimes;

  constructor(
    order: SandboxOrder,
    files: ProjectFiles,
    installations: Installations,
    shared: SharedRuntimes,
    runtimes = new ChosenRuntimes(),
    unit: UnitFolders = noUnit,
    removeUnit = () => Promise.resolve(),
  ) {
    this.#order = order;
    this.network = order.network === null ? 'machine' : 'run';
    this.user = order.user?.uid ?? null;
    this.#unit = unit;
    this.#shared = shared;
    this.#runtimes = runtimes;
    this.removeUnit = removeUnit;
    this.files = files;
    this.installations = installations;
    const folders = unit.tmp === null ? [order.folder] : [order.folder, unit.tmp];
    this.reach = { folders, outside: (path) => outsideOf(path, unit.tmp, order) };
  }

  environment(): NodeJS.ProcessEnv {
    return this.#runtimes.firstInPath(sandboxEnvironment(this.#order));
  }

  get system(): readonly string[] {
    return this.#runtimes.system;
  }

  start: ProcessHost['start'] = (order) => {
    const running = startInSandbox(this.#order, this.#unit, order);
    const isDirect = order.args !== undefined;
    const ended = running.ended.then((end) => ({ ...end, ...fateOf(end, isDirect) }));
    return { ...running, ended };
  };

  find: ProcessHost['find'] = (environment, names) => this.files.firstExisting(commandPaths(environment, names));
  node: ProcessHost['node'] = () => Promise.resolve(this.#runtimes.node);
  runtimes: ProcessHost['runtimes'] = () => installedRuntimes();

  async withRuntime(runtime: InstalledRuntime): Promise<ProcessHost | null> {
    const isReadable = (await this.files.firstExisting([runtime.program])) !== null;
    const readable = isReadable ? runtime : await this.#shared.share(runtime);
    return readable && this.#with(this.#runtimes.with(readable));
  }

  #with(runtimes: ChosenRuntimes, unit?: UnitFolders, removeUnit?: () => Promise<void>): SandboxHost {
    return new SandboxHost(this.#order, this.files, this.installations, this.#shared, runtimes, unit, removeUnit);
  }

  async ofUnit(scratch: string): Promise<ProcessHost> {
    const { tmpRoot } = this.#order;
    await this.files.makeFolder(scratch);
    if (!hasOwnTmp(this.#order)) {
      const own = join(scratch, 'tmp');
      await this.files.makeFolder(own);
      const unit = { tmp: null, tmpdir: shortPathTo(own) };
      return this.#with(this.#runtimes, unit, () => this.files.remove(scratch));
    }
    const tmp = join(tmpRoot, basename(scratch));
    await makeUnitTmp(tmp, mountedPaths(this.#order));
    return this.#with(this.#runtimes, { tmp, tmpdir: null }, async () => {
      await Promise.all([this.files.remove(scratch), removeAsAgent(dirname(tmpRoot), tmp)]);
    });
  }
}

function outsideOf(path: string, tmp: string | null, { folder, project }: SandboxOrder): string {
  if (tmp === null || !path.startsWith(`${temporary}/`)) return path;
  const isOfRun = [folder, project.path].some((each) => path.startsWith(`${each}/`));
  return isOfRun ? path : join(tmp, path.slice(temporary.length));
}
