import type { ListedTest, ProblemPost } from '@assay/contract';
import type { Logger } from 'pino';
import type { GivenRun } from '../connection/givenWork.ts';
import type { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { FoundTest } from '../testSelection/testIdentity.ts';
import type { UnitReport } from '../units/unitReport.ts';

/** What an adapter gets to work with, for listing and for running. */
export type FrameworkContext = {
  run: GivenRun;
  /** Where its processes run. */
  host: ProcessHost;
  /** Where the tests are run. */
  directory: string;
  /** A folder of this unit's own, gone after it. */
  scratch: string;
  environment: NodeJS.ProcessEnv;
  mask: SecretMask;
  /** Takes the framework's raw output, masked. */
  print: (text: string) => void;
  logger: Logger;
  /** Ends the framework's processes; the adapter then throws the signal's reason. */
  signal: AbortSignal;
};

/**
 * How one test framework is listed and run. Adapters throw UnitProblem for what keeps the whole unit from being done,
 * and report each test's fate through the report.
 */
export type FrameworkAdapter = {
  /** @returns the tests in the framework's order; null where they are known only once they have run. */
  list(context: FrameworkContext): Promise<FoundTest[] | null>;
  /** Runs exactly these tests. @returns what went wrong beside the tests themselves. */
  run(context: FrameworkContext, tests: readonly ListedTest[], report: UnitReport): Promise<ProblemPost | null>;
};
