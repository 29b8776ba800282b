import type { AssignedRun } from '../connection/assignedWork.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import type { InstalledRuntime } from '../runtimes/installedRuntimes.ts';
import type { Installations } from '../workspace/installations.ts';
import type { Places } from '../workspace/places.ts';
import type { ProcessOrder, RunningProcess } from './startProcess.ts';

/** The programs that the agent looks for. An image is asked for all of them at once. */
export const programs = [
  'node',
  'npm',
  'yarn',
  'pnpm',
  'corepack',
  'python3',
  'python',
  'uv',
  'poetry',
  'java',
  'javac',
  'mvn',
  'gradle',
  'dotnet',
  'chromedriver',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'ffmpeg',
] as const;
export type Program = (typeof programs)[number];

/** Where a run's processes run, set-up and tests alike: on this machine, or in containers. */
export type ProcessHost = {
  /** Processes cannot reach what belongs to the agent, to other projects or to the service. */
  isolated: boolean;
  /** Programs, network and process ids are those of an image's container, not this machine's. */
  inContainer: boolean;
  /** Whose `localhost` a process has: a server that it starts is there for this machine, the run's processes, or itself. */
  network: 'machine' | 'run' | 'process';
  /** Of its processes, where those of other projects have others; null: not known by their user. */
  user: number | null;
  /** The only way to the files that the run's processes can write. */
  files: ProjectFiles;
  /** What earlier runs of the project have installed. */
  installations: Installations;
  /** What an installation depends on besides its inputs: on another system it is useless. */
  system: readonly string[];
  /** The initial environment of processes: PATH, HOME, the language, proxies. Nothing of the agent's own. */
  environment(): NodeJS.ProcessEnv;
  start(order: ProcessOrder): RunningProcess;
  /** @returns the path of the first of these programs in the environment's PATH; null when it has none. */
  find(environment: NodeJS.ProcessEnv, names: readonly Program[]): Promise<string | null>;
  /** @returns what runs Assay's own scripts. @throws UnitProblem framework.notFound */
  node(): Promise<string>;
  /** @returns versions of Node and Python that the machine has besides those in PATH; none in containers */
  runtimes(): InstalledRuntime[];
  /** @returns this host with the runtime first in PATH; null where its processes cannot have it */
  withRuntime(runtime: InstalledRuntime): Promise<ProcessHost | null>;
  /** @param scratch the path of one unit's folder, which is made. @returns this host for the processes of that unit */
  ofUnit(scratch: string): Promise<ProcessHost>;
  /** Removes what was made for the unit, once its processes have ended. */
  removeUnit(): Promise<void>;
  /** Which of the files that a test names may be taken; null: all that its processes can read. */
  reach: FileReach | null;
};

export type FileReach = {
  /** @returns the path on this machine of a file that the tests know by this path. */
  outside(path: string): string;
  /** The file must be in one of these folders, wherever links lead. */
  folders: readonly string[];
};

/** A run's folder, handed over to its tests: from now on only `files` touches it. */
export type OpenedRun = {
  files: ProjectFiles;
  /**
   * Prepares the host of the run's processes.
   * @param places of its tests
   * @throws UnitProblem
   */
  host(places: Places, log: ProgressLog, signal: AbortSignal): Promise<ProcessHost>;
  /** Ends what still runs of it. */
  close(): Promise<void>;
};

export type ProcessHosts = {
  isolated: boolean;
  /** Removes a folder of a run or a project with the agent's rights, following no link. */
  remove(folder: string): Promise<void>;
  /** Ends what the hosts may have left running. */
  close(): Promise<void>;
  /** Resolves once processes can be started, or the signal fires. */
  ready(signal: AbortSignal): Promise<void>;
  /** @param folder of the run, with its sources; no process of the project has run in it yet */
  open(run: AssignedRun, folder: string): Promise<OpenedRun>;
};
