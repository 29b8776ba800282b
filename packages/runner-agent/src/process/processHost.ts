import type { AssignedRun } from '../connection/assignedWork.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
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
] as const;
export type Program = (typeof programs)[number];

/** Where a run's processes run, set-up and tests alike: on this machine, or in containers. */
export type ProcessHost = {
  /** Processes cannot reach what belongs to the agent, to other projects or to the service. */
  isolated: boolean;
  /** Programs, network and process ids are those of an image's container, not this machine's. */
  inContainer: boolean;
  /** A server that a process starts on localhost is there for the agent and for its other processes. */
  sharesNetwork: boolean;
  /** Installations of earlier runs are here. */
  installs: string;
  /** What an installation depends on besides its inputs: on another system it is useless. */
  system: readonly string[];
  /** The initial environment of processes: PATH, HOME, the language, proxies. Nothing of the agent's own. */
  environment(): NodeJS.ProcessEnv;
  start(order: ProcessOrder): RunningProcess;
  /** Lets processes change what the agent has made at this path, with everything in it. */
  handOver(path: string): void;
  /** @returns the path of the first of these programs in the environment's PATH; null when it has none. */
  find(environment: NodeJS.ProcessEnv, names: readonly Program[]): string | null;
  /** @returns what runs Assay's own scripts. @throws UnitProblem framework.notFound */
  node(): string;
  /** @param scratch a folder of one unit. @returns this host for the processes of that unit */
  ofUnit(scratch: string): ProcessHost;
  /** Which of the files that a test names may be taken; null: all that the agent can read. */
  reach: FileReach | null;
};

export type FileReach = {
  /** @returns the path on this machine of a file that the tests know by this path. */
  outside(path: string): string;
  /** The file must be in this folder, wherever links lead. */
  folder: string;
};

export type ProcessHosts = {
  isolated: boolean;
  /** Ends what the hosts may have left running. */
  removeAll(): Promise<void>;
  /** Resolves once processes can be started, or the signal fires. */
  ready(signal: AbortSignal): Promise<void>;
  /**
   * Prepares a run's host.
   * @param folder of the run
   * @param places of its tests
   * @throws UnitProblem
   */
  of(run: AssignedRun, folder: string, places: Places, log: ProgressLog, signal: AbortSignal): Promise<ProcessHost>;
};
