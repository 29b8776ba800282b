import { basename, dirname, join } from 'node:path';
import { fateOf } from '../process/fateOf.ts';
import { commandPaths } from '../process/findCommand.ts';
import type { FileReach, ProcessHost } from '../process/processHost.ts';
import { startProcess } from '../process/startProcess.ts';
import { makeUnitTmp } from '../process/unitTmp.ts';
import { removeAsAgent } from '../projectFiles/fileHelper.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import type { Installations } from '../workspace/installations.ts';
import {
  mountedPaths,
  noUnit,
  type SandboxOrder,
  sandboxEnvironment,
  sandboxLaunch,
  type UnitFolders,
} from './sandboxLaunch.ts';
import { shortPathTo } from './shortPathTo.ts';

const temporary = '/tmp';

/** Processes of one run, or of one of its units, on this machine but away from everything that is not theirs. */
export class SandboxHost implements ProcessHost {
  readonly isolated = true;
  readonly inContainer = false;
  readonly sharesNetwork = true;
  readonly system = [process.platform, process.arch, process.versions.modules];
  readonly files: ProjectFiles;
  readonly installations: Installations;
  readonly reach: FileReach;
  readonly removeUnit: () => Promise<void>;
  readonly #order: SandboxOrder;
  readonly #unit: UnitFolders;

  constructor(
    order: SandboxOrder,
    files: ProjectFiles,
    installations: Installations,
    unit: UnitFolders = noUnit,
    removeUnit = () => Promise.resolve(),
  ) {
    this.#order = order;
    this.#unit = unit;
    this.removeUnit = removeUnit;
    this.files = files;
    this.installations = installations;
    const folders = unit.tmp === null ? [order.folder] : [order.folder, unit.tmp];
    this.reach = { folders, outside: (path) => outsideOf(path, unit.tmp, order) };
  }

  environment(): NodeJS.ProcessEnv {
    return sandboxEnvironment(this.#order);
  }

  start: ProcessHost['start'] = (order) => {
    const running = startProcess(order, (inner) => sandboxLaunch(this.#order, this.#unit, inner));
    const isDirect = order.args !== undefined;
    const ended = running.ended.then((end) => ({ ...end, ...fateOf(end, isDirect) }));
    return { ...running, ended };
  };

  find: ProcessHost['find'] = (environment, names) => this.files.firstExisting(commandPaths(environment, names));
  node: ProcessHost['node'] = () => Promise.resolve(process.execPath);

  async ofUnit(scratch: string): Promise<ProcessHost> {
    const { separation, tmpRoot } = this.#order;
    await this.files.makeFolder(scratch);
    if (separation.bubblewrap === null) {
      const own = join(scratch, 'tmp');
      await this.files.makeFolder(own);
      const unit = { tmp: null, tmpdir: shortPathTo(own) };
      return new SandboxHost(this.#order, this.files, this.installations, unit, () => this.files.remove(scratch));
    }
    const tmp = join(tmpRoot, basename(scratch));
    await makeUnitTmp(tmp, mountedPaths(this.#order));
    return new SandboxHost(this.#order, this.files, this.installations, { tmp, tmpdir: null }, async () => {
      await Promise.all([this.files.remove(scratch), removeAsAgent(dirname(tmpRoot), tmp)]);
    });
  }
}

function outsideOf(path: string, tmp: string | null, { folder, project }: SandboxOrder): string {
  if (tmp === null || !path.startsWith(`${temporary}/`)) return path;
  const isOfRun = [folder, project.path].some((each) => path.startsWith(`${each}/`));
  return isOfRun ? path : join(tmp, path.slice(temporary.length));
}
