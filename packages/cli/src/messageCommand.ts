import { randomUUID } from 'node:crypto';
import { testRunMessageCalls } from '@assay/contract';
import { type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { readCommand } from './options.ts';
import { jsonLine } from './printable.ts';
import { linkOf } from './runOutcome.ts';
import { openServiceClient } from './serviceClient.ts';

/** `assay message` */
export async function messageCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('message', args, { 'idempotency-key': { type: 'string' } });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const [id, text, ...more] = positionals;
  if (id === undefined || text === undefined || more.length > 0) {
    throw usageFailure("Name the test run and the text, in quotes: assay message RUN 'TEXT'.");
  }
  const client = openServiceClient(values.url, process.env);
  const options = { idempotencyKey: values['idempotency-key'] ?? randomUUID() };
  const input = { params: { id }, body: { text } };
  const { id: messageId } = await client.call(testRunMessageCalls.postTestRunMessage, input, options);
  const link = `${await linkOf(client, id)}/messages`;
  process.stdout.write(values.json ? jsonLine({ id: messageId, url: link }) : `Written: ${link}\n`);
  return exitCodes.passed;
}
