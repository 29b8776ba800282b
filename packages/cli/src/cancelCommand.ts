import { testRunCalls } from '@assay/contract';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { oneRun, readCommand } from './options.ts';
import { jsonLine } from './printable.ts';
import { exitCodeOf, jsonOf, linkOf } from './runOutcome.ts';
import { openServiceClient } from './serviceClient.ts';

/** `assay cancel` */
export async function cancelCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('cancel', args, {});
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const id = oneRun(positionals, 'cancel');
  const client = openServiceClient(values.url, process.env);
  const params = { id };
  const { getTestRun, changeTestRunStatus } = testRunCalls;
  let run = await client.call(getTestRun, { params });
  const wasFinished = exitCodeOf(run) !== null;
  if (!wasFinished) {
    const { position } = await client.call(changeTestRunStatus, { params, body: { status: 'CANCELED' } });
    run = await client.call(getTestRun, { params }, { minPosition: position });
  }
  const link = await linkOf(client, id);
  if (values.json) process.stdout.write(jsonLine(await jsonOf(client, run, link)));
  else
    process.stdout.write(
      wasFinished ? `It had finished already: ${run.statusDisplay}. ${link}\n` : `Canceled: ${link}\n`,
    );
  return exitCodes.passed;
}
