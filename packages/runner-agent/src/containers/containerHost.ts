import { basename, join, posix } from 'node:path';
import { proxiesOf } from '@assay/proxies';
import type { FileReach, ProcessHost, Program } from '../process/processHost.ts';
import { makeUnitTmp } from '../process/unitTmp.ts';
import { removeAsAgent } from '../projectFiles/fileHelper.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import type { Installations } from '../workspace/installations.ts';
import type { ProjectFolder } from '../workspace/projectFolder.ts';
import { type ContainerKind, startInContainer } from './containerProcess.ts';
import { type ImagePrograms, lentNode } from './imagePrograms.ts';
import type { Mount } from './runArguments.ts';

/** What containers see of the agent's own environment, besides proxies. */
const passedOn = [
  /^(LANG|LANGUAGE|LC_.*|TZ)$/,
  /^(NPM_CONFIG_REGISTRY|COREPACK_NPM_REGISTRY|YARN_NPM_REGISTRY_SERVER|PIP_INDEX_URL|UV_(INDEX_URL|DEFAULT_INDEX))$/i,
];
const temporary = '/tmp';

type HostOrder = {
  kind: ContainerKind;
  /** The image's own id: packages installed in another image are useless. */
  imageId: string;
  programs: ImagePrograms;
  /** What runs of the project share. */
  project: ProjectFolder;
  /** The folder of the agent. */
  agentFolder: string;
  /** The folder of the temporary folders of the run's units. */
  tmpRoot: string;
  files: ProjectFiles;
  installations: Installations;
};

/**
 * Containers of one run, or of one of its units, from one image. A unit's containers share their /tmp, where the agent
 * finds the files that tests leave.
 */
export class ContainerHost implements ProcessHost {
  readonly isolated = true;
  readonly inContainer = true;
  readonly network: ProcessHost['network'];
  readonly user = null;
  readonly files: ProjectFiles;
  readonly installations: Installations;
  readonly system: readonly string[];
  readonly reach: FileReach;
  readonly removeUnit: () => Promise<void>;
  readonly #order: HostOrder;
  readonly #home: string;

  /** @param tmp the folder mounted as /tmp; null: each container has its own */
  constructor(order: HostOrder, tmp: string | null = null, removeUnit = () => Promise.resolve()) {
    this.#order = order;
    this.removeUnit = removeUnit;
    this.network = order.kind.limits.network === 'host' ? 'machine' : 'process';
    this.files = order.files;
    this.installations = order.installations;
    this.#home = order.project.home;
    this.system = ['container', order.imageId];
    const folders = tmp === null ? [order.kind.folder] : [order.kind.folder, tmp];
    this.reach = { folders, outside: (path) => outsideOf(path, tmp, order.kind.mounts) };
  }

  environment(): NodeJS.ProcessEnv {
    const home = this.#home;
    const inherited = Object.entries(process.env).filter(([name]) => passedOn.some((pattern) => pattern.test(name)));
    return {
      ...Object.fromEntries(inherited),
      ...proxiesOf(process.env).variables,
      PATH: this.#order.programs.path,
      HOME: home,
      // Java asks the system for the home folder, which gives another one for the user, or none.
      MAVEN_OPTS: `-Duser.home=${home}`,
      GRADLE_USER_HOME: join(home, '.gradle'),
      // By default WebDriverIO keeps downloaded browsers in /tmp, which is removed with the unit.
      WEBDRIVER_CACHE_DIR: join(home, '.cache', 'webdriver'),
    };
  }

  start: ProcessHost['start'] = (order) => startInContainer(order, this.#order.kind);

  /** A link inside the run's folders may point to a file that only the image has; it counts as existing. */
  async find(environment: NodeJS.ProcessEnv, names: readonly Program[]): Promise<string | null> {
    const folders = (environment.PATH ?? '').split(':').filter(Boolean);
    for (const path of names.flatMap((name) => folders.map((folder) => posix.join(folder, name)))) {
      if (await this.#has(path)) return path;
    }
    return null;
  }

  async node(): Promise<string> {
    const { programs, kind } = this.#order;
    const own = await this.find({ PATH: programs.path }, ['node']);
    if (own) return own;
    if (programs.agentNode) return lentNode;
    throw new UnitProblem(
      'framework.notFound',
      `The image ${kind.image} has no Node, which Assay needs in it to hear of the tests. Choose one that has: with ` +
        'the variable ASSAY_IMAGE of the environment, or the --image of the agent.',
    );
  }

  /** An image has what it has: choosing it is choosing its versions. */
  runtimes: ProcessHost['runtimes'] = () => [];
  withRuntime: ProcessHost['withRuntime'] = () => Promise.resolve(null);

  async ofUnit(scratch: string): Promise<ProcessHost> {
    const { kind, files, tmpRoot, agentFolder } = this.#order;
    const tmp = join(tmpRoot, basename(scratch));
    await files.makeFolder(scratch);
    // The engine would make the places of other mounts in it, and the agent could not remove them.
    await makeUnitTmp(
      tmp,
      kind.mounts.map(({ target }) => target),
    );
    const mounts = [...kind.mounts, { source: tmp, target: temporary, readOnly: false }];
    return new ContainerHost({ ...this.#order, kind: { ...kind, mounts } }, tmp, async () => {
      await Promise.all([files.remove(scratch), removeAsAgent(agentFolder, tmp)]);
    });
  }

  async #has(path: string): Promise<boolean> {
    const { programs, kind, files } = this.#order;
    if (programs.found.has(path)) return true;
    const mounted = kind.mounts.some(({ target }) => path.startsWith(`${target}/`));
    return mounted && (await files.firstExisting([path], true)) !== null;
  }
}

function outsideOf(path: string, tmp: string | null, mounts: readonly Mount[]): string {
  if (tmp === null || !path.startsWith(`${temporary}/`)) return path;
  const mounted = mounts.some(({ target }) => target !== temporary && path.startsWith(`${target}/`));
  return mounted ? path : join(tmp, path.slice(temporary.length));
}
