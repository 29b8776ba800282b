import { constants } from 'node:os';
import type { ProcessEnd } from './startProcess.ts';

/**
 * A program that runs another one reports its signal as 128 plus the number, as shells do.
 * @param direct whether the process runs without a shell of the project
 */
export function fateOf(
  { exitCode, signal }: Pick<ProcessEnd, 'exitCode' | 'signal'>,
  direct: boolean,
): Pick<ProcessEnd, 'exitCode' | 'signal'> {
  if (!direct || exitCode === null || exitCode <= 128) return { exitCode, signal };
  const told = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
  return isSignal(told) ? { exitCode: null, signal: told } : { exitCode, signal };
}

function isSignal(name: string | undefined): name is NodeJS.Signals {
  return name !== undefined && name in constants.signals;
}
