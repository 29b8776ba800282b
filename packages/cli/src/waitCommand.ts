import { limits } from '@assay/contract';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { oneRun, readCommand, wholeNumber } from './options.ts';
import { defaultMinutes, tellVerdict } from './runVerdict.ts';
import { openServiceClient } from './serviceClient.ts';

/** `assay wait` */
export async function waitCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('wait', args, { timeout: { type: 'string' } });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const id = oneRun(positionals, 'wait for');
  const minutes = wholeNumber('timeout', values.timeout, limits.testRunTimeoutMinutes) ?? defaultMinutes;
  return tellVerdict(openServiceClient(values.url, process.env), { id }, { minutes, json: values.json });
}
