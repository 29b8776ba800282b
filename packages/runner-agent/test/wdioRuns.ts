import { findChromeDriver } from '../src/browser/findChromeDriver.ts';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import type { AgentBench, RunOutcome } from './agentBench.ts';
import { findOnMachine } from './machineFiles.ts';
import { installOnDemand, useModules } from './onDemandFramework.ts';

const version = '9.32.0';

/**
 * Installs WebDriverIO with its adapters of test frameworks.
 * @returns the folder with the packages; null where they are not available, or there is no Chrome with its driver
 */
export async function installWdio(): Promise<string | null> {
  const machine = { find: findOnMachine, isolated: false, inContainer: false };
  if ((await findChromeDriver(process.env, machine)) === null) return null;
  return await installOnDemand('wdio', {
    '@wdio/cli': version,
    '@wdio/local-runner': version,
    '@wdio/mocha-framework': version,
    '@wdio/cucumber-framework': version,
  });
}

/** Runs a project with real WebDriverIO, with its packages from the folder `modules`. */
export async function runWdio(
  bench: AgentBench,
  modules: string | null,
  files: Record<string, string>,
  run: Partial<AssignedRun> = {},
): Promise<RunOutcome> {
  const settings = { testingFramework: 'WebDriverIO' as const, installCommand: useModules(modules ?? '') };
  return await bench.outcomeOf(bench.order({ gitUrl: bench.repository(files), ...settings }, run));
}
