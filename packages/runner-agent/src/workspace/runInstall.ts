import type { TestingFramework } from '@assay/contract';
import type { ProgressLog } from '../logs/progressLog.ts';
import type { SecretMask } from '../masking/secretMask.ts';
import { describeExit } from '../process/describeExit.ts';
import type { ProcessHost } from '../process/processHost.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import type { Places } from './places.ts';

export type InstallOrder = {
  host: ProcessHost;
  directory: string;
  places: Places;
  /** A folder that is removed with the run. */
  folder: string;
  testingFramework: TestingFramework;
  installCommand: string | null;
  installedModules: string | null;
  environment: NodeJS.ProcessEnv;
  mask: SecretMask;
  log: ProgressLog;
  signal: AbortSignal;
  timeoutMs: number;
};

/** Runs the project's build command, if it has one, after its installation. @throws UnitProblem build.failed or timeout */
export async function runBuild(order: InstallOrder, buildCommand: string | null): Promise<void> {
  if (buildCommand?.trim()) await runStep(order, buildCommand, {}, 'build.failed');
}

/**
 * Runs one command of an installation, with its output in the set-up log.
 * @param own additions to the environment
 * @throws UnitProblem install.failed with the end of the output, or timeout.
 */
export async function runInstall(order: InstallOrder, command: string, own: NodeJS.ProcessEnv = {}): Promise<void> {
  await runStep(order, command, own, 'install.failed');
}

async function runStep(order: InstallOrder, command: string, own: NodeJS.ProcessEnv, code: string): Promise<void> {
  const { log } = order;
  log.line(`$ ${order.mask.text(command)}`);
  const { ended } = order.host.start({
    command,
    directory: order.directory,
    environment: { ...order.environment, ...own },
    mask: order.mask,
    signal: order.signal,
    timeoutMs: order.timeoutMs,
    onOutput: (text) => log.write(text),
  });
  const end = await ended;
  order.signal.throwIfAborted();
  if (end.timedOut) {
    const minutes = Math.round(order.timeoutMs / 60_000);
    throw new UnitProblem('timeout', `'${command}' was ended after ${minutes} minutes. Its last output: ${end.tail}`);
  }
  if (end.exitCode === 0) return;
  throw new UnitProblem(
    code,
    `'${order.mask.text(command)}' failed (${describeExit(end)}). Run it in a ` +
      `fresh clone to see what it needs; the set-up log has all of its output. It ended with:\n${end.tail}`,
  );
}
