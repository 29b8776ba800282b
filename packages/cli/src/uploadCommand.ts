import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type TestRunView, uploadCalls } from '@assay/contract';
import { FormData } from '@assay/proxies';
import { type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { findPipelineStage } from './findNamed.ts';
import { readCommand, required } from './options.ts';
import { jsonLine, printable } from './printable.ts';
import { exitCodeOf, failuresOf, jsonOf, linkOf, outcomeText } from './runOutcome.ts';
import { lastLookAt, speaker } from './runVerdict.ts';
import { openServiceClient, placeOf } from './serviceClient.ts';
import { findFiles, withFiles } from './uploadFiles.ts';

const shownWithinMinutes = 10;

/** `assay upload` */
export async function uploadCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('upload', args, {
    project: { type: 'string' },
    environment: { type: 'string' },
    branch: { type: 'string' },
    commit: { type: 'string' },
    stage: { type: 'string' },
    'ignore-quarantine': { type: 'boolean', default: false },
    'exit-code': { type: 'string' },
    root: { type: 'string' },
    once: { type: 'boolean', default: false },
    'idempotency-key': { type: 'string' },
    'allow-failure': { type: 'boolean', default: false },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const fields: Record<string, string | undefined> = {
    projectId: required('project', values.project),
    environmentId: required('environment', values.environment),
    branch: values.branch,
    commit: values.commit,
    ignoreQuarantine: values['ignore-quarantine'] ? 'true' : undefined,
    exitCode: values['exit-code'],
    root: values.root === undefined ? undefined : resolve(values.root),
    startedIn: process.cwd(),
    onceByContent: values.once ? 'true' : undefined,
  };
  if (positionals.length === 0) throw usageFailure('Name the files to upload.');
  if (fields.exitCode !== undefined && !/^-?\d{1,10}$/.test(fields.exitCode)) {
    throw usageFailure('--exit-code takes a whole number, such as "$?".');
  }
  const client = openServiceClient(values.url, process.env);
  const files = await findFiles(positionals);
  if (values.stage !== undefined) fields.pipelineStageId = (await findPipelineStage(client, values.stage)).id;
  const idempotencyKey = values['idempotency-key'] ?? randomUUID();
  const answer = await withFiles(files, async (append) => {
    const form = async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
      await append(form);
      return form;
    };
    return client.upload(uploadCalls.uploadTestRun, {}, form, { idempotencyKey });
  });
  // Its verdict is recorded; a busy service shows it a little later.
  const started = { id: answer.id, minPosition: answer.position };
  const run = await lastLookAt(client, started, shownWithinMinutes, () => undefined);
  const link = await linkOf(client, answer.id);
  for (const place of answer.unreadable) process.stderr.write(`${printable(`not taken: ${placeOf(place)}`)}\n`);
  for (const { file, of } of answer.duplicates)
    process.stderr.write(`${printable(`not counted again: ${file}, as ${of}`)}\n`);
  for (const { file, message } of answer.repaired)
    process.stderr.write(`${printable(`repaired: ${file}. ${message}`)}\n`);
  // An older service sends none.
  for (const { file, message } of answer.hints ?? [])
    process.stderr.write(`${printable(`hint: ${file}. ${message}`)}\n`);
  for (const file of answer.leftOut) process.stderr.write(`${printable(`left out: ${file}${reasonOf(run, file)}`)}\n`);
  if (values.json) {
    const { repeated, unreadable, leftOut, repaired, hints, duplicates } = answer;
    const told = { ...(await jsonOf(client, run, link)), repeated, unreadable, leftOut, repaired, hints, duplicates };
    process.stdout.write(jsonLine(told));
  } else {
    const told = answer.repeated ? 'These results were uploaded before' : 'Results uploaded';
    const say = speaker(values.json);
    say(`${told}: ${link}\n${outcomeText(run)}`);
    if (run.statusInfo) say(run.statusInfo);
    for (const line of await failuresOf(client, run)) say(line);
  }
  return values['allow-failure'] ? exitCodes.passed : (exitCodeOf(run) ?? exitCodes.failed);
}

/** The run has notes about its first files only. */
function reasonOf({ upload }: TestRunView, file: string): string {
  const note = upload?.notes.find((each) => each.file === file && each.message.startsWith('Left out: '));
  return note ? `, ${note.message.slice('Left out: '.length)}` : '';
}
