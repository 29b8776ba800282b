import type { GivenRun } from '../connection/givenWork.ts';
import type { LogStream } from '../logs/logStream.ts';
import type { ProcessOrder, RunningProcess } from './startProcess.ts';

/** The programs that the agent looks for. An image is asked for all of them at once. */
export const programs = [
  ...['node', 'npm', 'yarn', 'pnpm', 'corepack'],
  ...['python3', 'python', 'uv', 'poetry'],
  ...['java', 'mvn', 'gradle', 'dotnet'],
  ...['chromedriver', 'chromium', 'chromium-browser', 'google-chrome'],
] as const;
export type Program = (typeof programs)[number];

/** Where a run's processes run, set-up and tests alike: on this machine as it is, or in containers. */
export type ProcessHost = {
  /** They see nothing of this machine but what they are given. */
  isolated: boolean;
  /** What was installed for earlier runs lies here. */
  installs: string;
  /** What an installation depends on beside what it is made from: on another system it is of no use. */
  system: readonly string[];
  /** What their environment begins with: PATH, HOME, the language, proxies. Nothing of the agent's own. */
  environment(): NodeJS.ProcessEnv;
  start(order: ProcessOrder): RunningProcess;
  /** @returns the path of the first of these programs that the environment's PATH holds; null when it holds none. */
  find(environment: NodeJS.ProcessEnv, names: readonly Program[]): string | null;
  /** @returns what runs Assay's own scripts. @throws UnitProblem framework.notFound */
  node(): string;
  /** @param scratch a folder of one unit's own. @returns this host for the processes of that unit */
  ofUnit(scratch: string): ProcessHost;
  /** Which files that a test names may be taken; null: all that the agent may read. */
  reach: FileReach | null;
};

export type FileReach = {
  /** @returns where a file is that the tests know by this path. */
  outside(path: string): string;
  /** It must lie in here, wherever links lead to. */
  folder: string;
};

export type ProcessHosts = {
  isolated: boolean;
  /** Resolves once processes can be started, or the signal fires. */
  ready(signal: AbortSignal): Promise<void>;
  /**
   * Makes ready where a run's processes run.
   * @param folder the run's own
   * @param directory where its tests are run
   * @throws UnitProblem
   */
  of(run: GivenRun, folder: string, directory: string, log: LogStream, signal: AbortSignal): Promise<ProcessHost>;
};
