import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AnswerCache, abortableSleep, SingleFlight } from '@assay/concurrency';
import type { Logger } from 'pino';
import type { AssignedRun } from '../connection/assignedWork.ts';
import type { IsolationSettings } from '../isolation/isolationSettings.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import { OpenRuns } from '../process/openRuns.ts';
import type { OpenedRun, ProcessHost, ProcessHosts } from '../process/processHost.ts';
import { startProcess } from '../process/startProcess.ts';
import { makeTmpRoot, tmpRootOf } from '../process/unitTmp.ts';
import { agentProjectFiles, removeAsAgent, transfersAsAgent } from '../projectFiles/fileHelper.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { findInstalledModules, findReporter } from '../workspace/installation.ts';
import { InstallationMarks, Installations } from '../workspace/installations.ts';
import type { Places } from '../workspace/places.ts';
import { makeProjectFolder, type ProjectFolder } from '../workspace/projectFolder.ts';
import { maskOf } from '../workspace/testEnvironment.ts';
import {
  askEngine,
  type ContainerEngine,
  clientEnvironment,
  EngineAwayError,
  engineFailure,
} from './containerEngine.ts';
import { ContainerHost } from './containerHost.ts';
import { type ContainerKind, removeArguments } from './containerProcess.ts';
import { type ImagePrograms, imagePrograms, lentNode } from './imagePrograms.ts';
import { imageOf, isImageName } from './images.ts';
import { agentLabel, type Mount } from './runArguments.ts';
import { startFailure } from './startCheck.ts';

const answerWithinMs = 30_000;
const lookAgainMs = 1000;
/** An environment or a stage chooses the image of its runs with this variable. */
const imageVariable = 'ASSAY_IMAGE';

type RunFolders = { run: AssignedRun; folder: string; tmpRoot: string; project: ProjectFolder; files: ProjectFiles };

/** Runs the processes of runs in containers: one for each process, all of a run from one image. */
export class Containers implements ProcessHosts {
  readonly isolated = true;
  readonly engine: ContainerEngine;
  readonly #marks: InstallationMarks;
  readonly #runs = new OpenRuns();
  readonly #folder: string;
  readonly #agent: string;
  readonly #settings: IsolationSettings;
  readonly #logger: Logger;
  /** By the id of an image. */
  readonly #programs = new AnswerCache();
  /** The engine was missed and has not answered since. */
  #away = false;
  /** Names of containers that it may have left then. */
  #left: string[] = [];
  /** Shared by all units that wait for the engine. */
  readonly #removals = new SingleFlight<'left', void>();

  /**
   * @param folder the agent's own, locked by this process: containers with its label are leftovers of a killed agent
   * and are removed
   * @returns why the engine cannot start containers, where it cannot
   */
  static async open(
    folder: string,
    engine: ContainerEngine,
    settings: IsolationSettings,
    logger: Logger,
  ): Promise<Containers | string> {
    const agent = await labelIn(folder);
    const containers = new Containers(folder, engine, agent, settings, logger);
    await containers.#removeAll();
    return (await startFailure(engine, { agent, user: ownUser(), limits: settings }, folder)) ?? containers;
  }

  private constructor(
    folder: string,
    engine: ContainerEngine,
    agent: string,
    settings: IsolationSettings,
    logger: Logger,
  ) {
    this.#folder = folder;
    this.engine = engine;
    this.#agent = agent;
    this.#settings = settings;
    this.#logger = logger;
    this.#marks = new InstallationMarks(join(folder, 'installed'));
  }

  remove(folder: string): Promise<void> {
    return removeAsAgent(this.#folder, folder);
  }

  async close(): Promise<void> {
    await this.#removeAll();
    await this.#runs.closeAll();
  }

  /** Removes every container of this agent, running or not. */
  async #removeAll(): Promise<void> {
    const filter = `label=${agentLabel}=${this.#agent}`;
    const listed = await this.#ask('ps', '--all', '--quiet', '--no-trunc', '--filter', filter);
    const ids = listed.out.split(/\s+/).filter(Boolean);
    const removed = ids.length === 0 ? listed : await this.#ask(...removeArguments(...ids));
    if (listed.failed || removed.failed) {
      this.#logger.warn({ said: listed.failed ? listed.err : removed.err }, 'left containers could not be removed');
    } else if (ids.length > 0) this.#logger.info({ containers: ids.length }, 'removed containers that were left');
  }

  /** After the engine was missed: waits until it answers again and its leftovers are removed. */
  async ready(signal: AbortSignal): Promise<void> {
    for (let told = false; this.#away && !signal.aborted; told = true) {
      const why = await engineFailure(this.engine);
      if (why === null) {
        await this.#removals.join('left', () => this.#removeLeft());
        return;
      }
      if (!told) this.#logger.warn({ why }, 'nothing starts until the container engine answers again');
      await abortableSleep(lookAgainMs, signal);
    }
  }

  async #removeLeft(): Promise<void> {
    const left = this.#left.splice(0);
    if (left.length > 0) await this.#ask(...removeArguments(...left));
    this.#away = false;
    this.#logger.info({ left }, 'the container engine answers again');
  }

  /**
   * The image is not known yet, and may have no Node: the helper for the run's files runs on this machine, and opens
   * nothing but the folders that the containers can write, and Assay's own.
   */
  async open(run: AssignedRun, folder: string): Promise<OpenedRun> {
    const project = await makeProjectFolder(this.#folder, run);
    // Tests own it: they can close it, but put nothing in its place.
    await chmod(project.path, 0o700);
    const modules = findInstalledModules();
    const tmpRoot = tmpRootOf(this.#folder, run.testRunId);
    await makeTmpRoot(tmpRoot, (each) => this.remove(each));
    const roots = [folder, tmpRoot, project.path, ...(modules === null || !existsSync(modules) ? [] : [modules])];
    const files = agentProjectFiles(folder, roots);
    for (const each of [project.home, project.installs]) await files.restoreFolder(each);
    const opened = { run, folder, tmpRoot, project, files };
    return this.#runs.add({
      files,
      host: (places, log, signal) => this.#host(opened, places, log, signal),
      close: async () => {
        await files.close();
        await this.remove(tmpRoot);
      },
    });
  }

  async #host(
    { run, folder, tmpRoot, project, files }: RunFolders,
    places: Places,
    log: ProgressLog,
    signal: AbortSignal,
  ): Promise<ProcessHost> {
    const modules = findInstalledModules();
    const { testingFramework } = run.settings;
    const image =
      imageOfVariables(run) ?? (await imageOf(files, testingFramework, places, this.#settings.images, modules));
    const imageId = await this.#fetch(image, run, folder, log, signal);
    const { engine } = this;
    log.line(`The tests run in containers of ${image} (${engine.name} ${engine.version}).`);
    const lent = { source: realpathSync(process.execPath), target: lentNode, readOnly: true };
    const nodeMounts = process.platform === 'linux' ? [lent] : [];
    const onAway = (name: string) => {
      this.#away = true;
      this.#left.push(name);
    };
    const common = { engine, image, agent: this.#agent, user: ownUser(), limits: this.#settings, onAway };
    const found = await this.#programsOf({ ...common, mounts: nodeMounts }, imageId);
    const mounts = [
      ...mountsOf(folder, false),
      ...mountsOf(project.path, false),
      ...mountsOf(dirname(findReporter('channel.cjs')), true),
      ...(modules === null || !existsSync(modules) ? [] : mountsOf(modules, true)),
      ...(found.agentNode ? nodeMounts : []),
    ];
    const installations = new Installations(project.installs, files, transfersAsAgent(this.#folder), this.#marks);
    const kind = { ...common, mounts, folder };
    const agentFolder = this.#folder;
    return new ContainerHost({ kind, imageId, programs: found, project, agentFolder, tmpRoot, files, installations });
  }

  /** @returns the id of the image, which is pulled if missing. @throws UnitProblem image.notFound */
  async #fetch(
    image: string,
    run: AssignedRun,
    folder: string,
    log: ProgressLog,
    signal: AbortSignal,
  ): Promise<string> {
    const look = async () => {
      const { failed, out } = await this.#ask('image', 'inspect', '--format', '{{.Id}}', image);
      return failed ? null : out.trim() || null;
    };
    const there = await look();
    if (there !== null) return there;
    log.line(`Pulling the image ${image}`);
    const { ended } = startProcess({
      command: this.engine.command,
      args: ['pull', image],
      directory: folder,
      environment: clientEnvironment(process.env),
      mask: maskOf(run),
      signal,
      timeoutMs: run.settings.testRunTimeoutMinutes * 60_000,
      onOutput: (text) => log.write(text),
    });
    const end = await ended;
    signal.throwIfAborted();
    const fetched = await look();
    if (fetched !== null) return fetched;
    const away = await engineFailure(this.engine);
    if (away !== null) {
      this.#away = true;
      throw new EngineAwayError(away);
    }
    throw new UnitProblem(
      'image.notFound',
      `The image ${image} cannot be had: ${end.startError ?? end.tail}. Check its name, and that the agent's machine ` +
        'may fetch it.',
    );
  }

  async #programsOf(kind: Omit<ContainerKind, 'folder'>, imageId: string): Promise<ImagePrograms> {
    const lent = kind.mounts.length > 0;
    return await this.#programs.get(imageId, Number.POSITIVE_INFINITY, () =>
      imagePrograms(kind, `assay-${randomUUID()}`, lent),
    );
  }

  async #ask(...args: string[]) {
    return await askEngine(this.engine.command, args, process.env, answerWithinMs);
  }
}

/** @returns the label of the agent in this folder, the same after every start. */
async function labelIn(folder: string): Promise<string> {
  const path = join(folder, 'containers-label');
  const known = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f-]{36}$/.test(known)) return known;
  const label = randomUUID();
  await writeFile(path, `${label}\n`);
  return label;
}

function ownUser(): { uid: number; gid: number } | null {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  return uid === undefined || gid === undefined ? null : { uid, gid };
}

/** @returns null where no variable of the run names an image. An encrypted one would be revealed by its use. */
function imageOfVariables({ variables }: AssignedRun): string | null {
  const variable = variables.find(({ key }) => key === imageVariable);
  if (!variable) return null;
  if (!variable.encrypted && !variable.file && isImageName(variable.value)) return variable.value;
  throw new UnitProblem(
    'image.notFound',
    `The variable ${imageVariable} must be the name of an image, such as node:22.17.1-bookworm, and not encrypted.`,
  );
}

/** Under its given path and under the path that links resolve to, because programs ask for both. */
function mountsOf(path: string, readOnly: boolean): Mount[] {
  const real = realpathSync(path);
  return [...new Set([path, real])].map((target) => ({ source: real, target, readOnly }));
}
