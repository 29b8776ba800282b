import type { ListedTest, ProblemPost } from '@assay/contract';
import type { RenamedIdentity } from '@assay/junit';
import type { Logger } from 'pino';
import type { AssignedRun } from '../connection/assignedWork.ts';
import type { SecretMask } from '../masking/secretMask.ts';
import type { ServerLocks } from '../process/fairLocks.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { FoundTest } from '../testSelection/testIdentity.ts';
import type { UnitReport } from '../units/unitReport.ts';

/** What an adapter works with, for listing and for running. */
export type FrameworkContext = {
  run: AssignedRun;
  /** Names that belong to tests which had others before. */
  renamed: readonly RenamedIdentity[];
  /** Where its processes run. */
  host: ProcessHost;
  /** The root of what the tests are run from: nothing outside of it is theirs. */
  repository: string;
  /** Where the tests run. */
  directory: string;
  /** A folder of this unit, removed after it. */
  scratch: string;
  environment: NodeJS.ProcessEnv;
  mask: SecretMask;
  /** Receives the framework's raw output, masked. */
  print: (text: string) => void;
  /** Tells the run something, in its set-up log or in the log of its runner. */
  note: (text: string) => void;
  logger: Logger;
  /** Finds something out once for all units of the run. */
  once<Result>(key: string, find: () => Promise<Result>): Promise<Result>;
  /** Of the agent, for servers on ports that others may use. */
  serverLocks: ServerLocks;
  /** Ends the framework's processes; the adapter then throws the signal's reason. */
  signal: AbortSignal;
};

/**
 * How one test framework lists and runs tests. Adapters throw UnitProblem for anything that prevents the whole unit,
 * and report the outcome of each test through the report.
 */
export type FrameworkAdapter = {
  /** @returns the tests in the framework's order, at least one; null where they become known only when they run. */
  list(context: FrameworkContext): Promise<FoundTest[] | null>;
  /**
   * @returns why two runners on one machine would be in each other's way, for people; null where they would not. An
   * adapter without this never minds.
   */
  whyTurns?(context: FrameworkContext): Promise<string | null>;
  /** Runs exactly these tests. @returns what went wrong besides the tests themselves. */
  run(context: FrameworkContext, tests: readonly ListedTest[], report: UnitReport): Promise<ProblemPost | null>;
};
