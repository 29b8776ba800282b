import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AnswerCache, SingleFlight, untilAborted } from '@assay/concurrency';
import {
  type BuildBlob,
  type LeaseId,
  type ProjectId,
  type ProjectSettings,
  TestRunId,
  withoutGitCredentials,
} from '@assay/contract';
import { Value } from 'typebox/value';
import type { AssignedRun } from '../connection/assignedWork.ts';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { checkOut } from '../git/checkOut.ts';
import { GitMirrors } from '../git/gitMirror.ts';
import { fetchLfsObjects } from '../git/lfsObjects.ts';
import { checkOutSubmodules } from '../git/submodules.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import type { OpenedRun, ProcessHost, ProcessHosts } from '../process/processHost.ts';
import { allTmpRootsOf, tmpRootOf } from '../process/unitTmp.ts';
import { chooseRuntimes } from '../runtimes/chooseRuntimes.ts';
import { errorWithMissing } from '../runtimes/withMissing.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { BuildArchives } from './buildArchives.ts';
import { findInstalledModules } from './installation.ts';
import { installDependencies } from './installDependencies.ts';
import { placesOf } from './places.ts';
import { ProjectStores } from './projectStores.ts';
import { type InstallOrder, runBuild } from './runInstall.ts';
import { maskOf, secretFilesIn, testEnvironment } from './testEnvironment.ts';
import { findWorkingDirectory } from './workingDirectory.ts';

export type Workspace = {
  commit: string | null;
  commitMessage: string | null;
  /** The checkout, or the unpacked build. */
  repository: string;
  /** Where the tests run: the checkout or a folder in it. */
  directory: string;
  environment: NodeJS.ProcessEnv;
  /** Where the run's processes run. */
  host: ProcessHost;
  /** Holds everything of the run: the checkout and the units' own folders. */
  folder: string;
  /** What its units find out only once. */
  cache: AnswerCache;
  /** Sentences about versions of Node and Python that the repository asks for and the machine lacks. */
  missingRuntimes: readonly string[];
};

/** What a run's tests belong to, and its commit if known. */
type Source = Pick<Workspace, 'repository' | 'commit' | 'commitMessage'>;
type Preparation = {
  done: Promise<Workspace>;
  users: number;
  abort: AbortController;
  opened: OpenedRun | null;
  leave: () => void;
};

/** One folder per run, prepared once and shared by the agent's slots. */
export class Workspaces {
  /** What projects store on this agent beyond their runs. */
  readonly stores: ProjectStores;
  readonly #workDir: string;
  readonly #folder: string;
  readonly #hosts: ProcessHosts;
  readonly #submoduleHosts: readonly string[];
  readonly #mirrors: GitMirrors;
  readonly #builds: BuildArchives;
  readonly #preparations = new Map<TestRunId, Preparation>();
  readonly #removals = new SingleFlight<TestRunId, void>();

  /** @param submoduleHosts hosts of submodules besides that of their repository */
  constructor(
    workDir: string,
    client: Pick<ServiceClient, 'fetchBuild'>,
    hosts: ProcessHosts,
    submoduleHosts: readonly string[] = [],
  ) {
    this.#workDir = workDir;
    this.#submoduleHosts = submoduleHosts;
    this.#folder = join(workDir, 'workspaces');
    this.#hosts = hosts;
    this.#mirrors = new GitMirrors(join(workDir, 'git'));
    this.#builds = new BuildArchives(join(workDir, 'builds'), client);
    this.stores = new ProjectStores(workDir, this.#builds);
  }

  /** The runs that have a folder, including those of an earlier start of this agent. */
  async runs(): Promise<TestRunId[]> {
    const names: string[] = await readdir(this.#folder).catch(() => []);
    return names.filter((name): name is TestRunId => Value.Check(TestRunId, name));
  }

  /** Ends what is left of the run and removes its folders; a removal that is under way is joined. */
  async remove(testRunId: TestRunId): Promise<void> {
    await this.#removals.join(testRunId, () => this.#remove(testRunId));
  }

  /** Resolves when no removal is under way any more, or the signal fires: tests can leave millions of files. */
  async removalsEnded(signal: AbortSignal): Promise<void> {
    await Promise.race([this.#removals.ended(), untilAborted(signal)]);
  }

  /** Removes a run that fills the disk, and what its project stores: now, or when its other runs are closed. */
  async removeWithStores(testRunId: TestRunId, projectId: ProjectId): Promise<void> {
    await this.remove(testRunId);
    await this.stores.remove(projectId);
  }

  async #remove(testRunId: TestRunId): Promise<void> {
    const preparation = this.#preparations.get(testRunId);
    preparation?.abort.abort();
    this.#preparations.delete(testRunId);
    try {
      await preparation?.opened?.close();
      for (const each of [join(this.#folder, testRunId), tmpRootOf(this.#workDir, testRunId)]) {
        if (existsSync(each)) await this.#hosts.remove(each);
      }
    } finally {
      // What is still under way with the project's mirror ends first.
      void preparation?.done.then(preparation.leave, preparation.leave);
    }
  }

  /** Removes the temporary folders that an agent that was killed has left, before the first unit. */
  async removeTemporary(): Promise<void> {
    const left = allTmpRootsOf(this.#workDir);
    if (existsSync(left)) await this.#hosts.remove(left);
  }

  /**
   * Removes the files of file variables. Only for workspaces that nobody uses, before the first unit or after the last:
   * whoever prepares one again writes them again.
   */
  async removeSecrets(): Promise<void> {
    for (const run of await this.runs()) {
      const secrets = secretFilesIn(join(this.#folder, run));
      if (existsSync(secrets)) await this.#hosts.remove(secrets);
    }
  }

  /**
   * @param lease of the unit that asks
   * @param log shows the progress to the first unit that asks
   * @throws UnitProblem when the run cannot be prepared; the next unit that asks tries again.
   */
  async prepare(run: AssignedRun, lease: LeaseId, log: ProgressLog, signal: AbortSignal): Promise<Workspace> {
    await this.#hosts.ready(signal);
    signal.throwIfAborted();
    const preparation = this.#preparations.get(run.testRunId) ?? this.#begin(run, lease, log);
    preparation.users += 1;
    // Work that several units wait for is aborted only when no unit waits any more.
    const leave = () => {
      preparation.users -= 1;
      if (preparation.users === 0) preparation.abort.abort();
    };
    const left = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([preparation.done, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      left.catch(() => undefined);
    }
  }

  #begin(run: AssignedRun, lease: LeaseId, log: ProgressLog): Preparation {
    const abort = new AbortController();
    const onOpened = (opened: OpenedRun) => {
      preparation.opened = opened;
    };
    const leave = this.stores.enter(run.projectId);
    const done = this.#build(run, lease, log, abort.signal, onOpened);
    const preparation: Preparation = { done, users: 0, abort, opened: null, leave };
    this.#preparations.set(run.testRunId, preparation);
    const end = async () => {
      if (this.#preparations.get(run.testRunId) === preparation) this.#preparations.delete(run.testRunId);
      try {
        await preparation.opened?.close();
      } finally {
        leave();
      }
    };
    // What cannot be closed is removed with the run.
    done.catch(end).catch(() => undefined);
    return preparation;
  }

  async #build(
    run: AssignedRun,
    lease: LeaseId,
    log: ProgressLog,
    signal: AbortSignal,
    onOpened: (opened: OpenedRun) => void,
  ): Promise<Workspace> {
    const { settings } = run;
    const folder = join(this.#folder, run.testRunId);
    await this.#removals.ended(run.testRunId);
    if (existsSync(folder)) await this.#hosts.remove(folder);
    await this.stores.open(run.projectId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // 1. The sources, while no process of the project can reach the folder.
    log.phase?.('checkout');
    const source = run.build
      ? await this.#unpackBuild(run.build, lease, folder, log, signal)
      : await this.#checkOut(run, folder, log, signal);
    log.phase?.('install');
    const { repository } = source;
    // 2. From here on the folder belongs to the tests.
    const opened = await this.#hosts.open(run, folder);
    onOpened(opened);
    signal.throwIfAborted();
    const directory = await findWorkingDirectory(opened.files, repository, settings, log);
    const places = placesOf(repository, directory);
    const own = await opened.host(places, log, signal);
    const { host, missing } = await chooseRuntimes(own, { run, places, folder, log, signal });
    const environment = await testEnvironment(run, folder, places, host);
    const order: InstallOrder = {
      host,
      directory,
      places,
      folder,
      testingFramework: settings.testingFramework,
      installCommand: settings.installCommand,
      installedModules: findInstalledModules(),
      environment,
      mask: maskOf(run),
      log,
      signal,
      timeoutMs: settings.testRunTimeoutMinutes * 60_000,
    };
    const installed = await equip(settings, order).catch((error: unknown) => {
      throw errorWithMissing(error, missing);
    });
    return {
      ...source,
      directory,
      environment: installed,
      host,
      folder,
      cache: new AnswerCache(),
      missingRuntimes: missing,
    };
  }

  async #checkOut(run: AssignedRun, folder: string, log: ProgressLog, signal: AbortSignal): Promise<Source> {
    const { gitUrl } = run.settings;
    if (gitUrl === null) {
      throw new UnitProblem(
        'workspace.noSource',
        'The project has no repository, and the run no build. Upload a build and choose it for the run.',
      );
    }
    log.line(`Fetching ${run.commit ?? run.ref ?? run.branch} of ${withoutGitCredentials(gitUrl)}`);
    const wanted = { ...run, gitUrl };
    const found = await this.#mirrors.find(wanted, signal);
    const repository = join(folder, 'repository');
    const apart = this.#hosts.isolated;
    await checkOut(found, gitUrl, repository, folder, apart, signal);
    log.line(`Checked out ${found.commit} ${found.message}`);
    await fetchLfsObjects(found, gitUrl, repository, log, signal);
    const [mirrors, hosts] = [this.#mirrors, this.#submoduleHosts];
    await checkOutSubmodules(found, repository, { mirrors, wanted, hosts, apart, log, signal });
    return { repository, commit: found.commit, commitMessage: found.message };
  }

  async #unpackBuild(
    build: BuildBlob,
    lease: LeaseId,
    folder: string,
    log: ProgressLog,
    signal: AbortSignal,
  ): Promise<Source> {
    log.line(`Fetching the build ${build.name}`);
    const repository = join(folder, 'build');
    await this.#builds.unpack(build, lease, repository, log, signal);
    return { repository, commit: build.commit, commitMessage: null };
  }
}

/** Installs and builds. @returns the environment of the tests */
async function equip(settings: ProjectSettings, order: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const environment = { ...order.environment, ...(await installDependencies(settings, order)) };
  if (settings.buildCommand?.trim()) order.log.phase?.('build');
  await runBuild({ ...order, environment }, settings.buildCommand);
  return environment;
}
