import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  attributesProblem,
  gateCalls,
  limits,
  partsOfAttribute,
  type TestRunView,
  type UploadAnswer,
  uploadCalls,
} from '@assay/contract';
import { FormData } from '@assay/proxies';
import { type CiJob, readCiJob } from './ci/ciJob.ts';
import { reportToCi, warnInCi } from './ci/ciReport.ts';
import { uploadKeyOf } from './ci/uploadKey.ts';
import { CommandFailure, type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { findPipelineStage } from './findNamed.ts';
import { oneOf, readCommand, required } from './options.ts';
import { jsonLine, printable, printableLine } from './printable.ts';
import { exitCodeOf, failuresOf, jsonOf, linkOf, outcomeText } from './runOutcome.ts';
import { lastLookAt, speaker } from './runVerdict.ts';
import { openServiceClient, placeOf, type ServiceClient } from './serviceClient.ts';
import { exitCodeOfAnswer, settled, titleOfAnswer } from './standing.ts';
import { findFiles, withFiles } from './uploadFiles.ts';

const shownWithinMinutes = 10;
const failOnChoices = ['failures', 'gate', 'never'] as const;
type FailOn = (typeof failOnChoices)[number];

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
    attribute: { type: 'string', multiple: true, default: [] },
    once: { type: 'boolean', default: false },
    'idempotency-key': { type: 'string' },
    ci: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    'code-quality': { type: 'string' },
    'fail-on': { type: 'string' },
    'allow-failure': { type: 'boolean', default: false },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const job = values.ci ? readCiJob(process.env) : null;
  // A commit of one's own has nothing to do with the branch of the job.
  const found = values.branch === undefined && values.commit === undefined ? job : null;
  const root = values.root === undefined ? undefined : resolve(values.root);
  const fields: Fields = {
    projectId: required('project', values.project),
    environmentId: required('environment', values.environment),
    branch: values.branch ?? found?.branch ?? undefined,
    commit: values.commit ?? found?.commit ?? undefined,
    ignoreQuarantine: values['ignore-quarantine'] ? 'true' : undefined,
    exitCode: values['exit-code'],
    root,
    startedIn: process.cwd(),
    attributes: attributesOf(values.attribute, job).join('\n'),
    onceByContent: values.once ? 'true' : undefined,
  };
  if (positionals.length === 0) throw usageFailure('Name the files to upload.');
  if (fields.exitCode !== undefined && !/^-?\d{1,10}$/.test(fields.exitCode)) {
    throw usageFailure('--exit-code takes a whole number, such as "$?".');
  }
  if (values.strict && !values.ci) throw usageFailure('--strict goes with --ci.');
  const failOn = failOnOf(values);
  if (failOn === 'gate' && !fields.commit) throw usageFailure('--fail-on gate needs a commit: name it by --commit.');
  if (values.ci && !values.strict && isWithoutSecrets(job)) {
    warnInCi(job, 'Nothing was uploaded: this pull request has no ASSAY_API_KEY, as those from forks get no secrets.');
    return exitCodeWithoutVerdict(fields, failOn);
  }
  const files = await findFiles(positionals);
  try {
    const client = openServiceClient(values.url, process.env);
    const { 'idempotency-key': idempotencyKey, 'code-quality': codeQuality, stage, json } = values;
    const { run, answer, link } = await upload(client, { fields, files, stage, idempotencyKey, job });
    if (values.ci || codeQuality !== undefined) {
      await reportToCi(client, { run, link, job, folders: root === undefined ? [] : [root], codeQuality });
    }
    await tell(client, { run, answer, link, json });
    return await exitCodeBy(client, { failOn, run, json });
  } catch (error) {
    const isAway = error instanceof CommandFailure && error.exitCode === exitCodes.unreachable;
    if (!isAway || !values.ci || values.strict) throw error;
    warnInCi(job, `The results have no verdict from Assay. ${error.message}`);
    return exitCodeWithoutVerdict(fields, failOn);
  }
}

type Fields = Record<string, string | undefined>;

/**
 * @returns the attributes that were named and, where they leave room for it, what a CI job is
 * @throws CommandFailure for what is not an attribute, or two with one key
 */
function attributesOf(named: readonly string[], job: CiJob | null): string[] {
  const problem = attributesProblem(named);
  if (problem !== null) throw usageFailure(`--attribute: ${problem}`);
  const keys = new Set(named.map((attribute) => partsOfAttribute(attribute).key));
  const found = { ...job?.matrix, job: job?.name, 'pull-request': job?.pullRequest };
  const own = Object.entries(found).flatMap(([key, value]) => {
    const attribute = `${key}=${printableLine(value ?? '').slice(0, limits.runAttributes.value)}`;
    return value && !keys.has(key) && attributesProblem([attribute]) === null ? [attribute] : [];
  });
  return [...named, ...own].slice(0, limits.runAttributes.count);
}

type Uploaded = { run: TestRunView; answer: UploadAnswer; link: string };

/** @throws CommandFailure for options that exclude each other */
function failOnOf(values: { 'fail-on'?: string | undefined; 'allow-failure': boolean }): FailOn {
  const failOn = oneOf('fail-on', values['fail-on'], failOnChoices) as FailOn | undefined;
  if (!values['allow-failure']) return failOn ?? 'failures';
  if (failOn !== undefined && failOn !== 'never') {
    throw usageFailure(`--allow-failure and --fail-on ${failOn} exclude each other.`);
  }
  return 'never';
}

function isWithoutSecrets(job: CiJob | null): boolean {
  return job !== null && job.pullRequest !== null && (process.env.ASSAY_API_KEY ?? '').trim() === '';
}

/** Without Assay, what is known of the tests is the exit code of their command. */
function exitCodeWithoutVerdict({ exitCode = '0' }: Fields, failOn: FailOn): ExitCode {
  return Number(exitCode) === 0 || failOn === 'never' ? exitCodes.passed : exitCodes.failed;
}

type Wanted = {
  fields: Fields;
  files: readonly string[];
  stage: string | undefined;
  idempotencyKey: string | undefined;
  job: CiJob | null;
};

async function upload(client: ServiceClient, wanted: Wanted): Promise<Uploaded> {
  const { files, stage, job } = wanted;
  const fields = { ...wanted.fields };
  if (stage !== undefined) fields.pipelineStageId = (await findPipelineStage(client, stage)).id;
  const idempotencyKey = wanted.idempotencyKey ?? (job === null ? randomUUID() : await uploadKeyOf(job, fields, files));
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
  return { run, answer, link: await linkOf(client, answer.id) };
}

/** Prints the verdict, and what became of the files. */
async function tell(client: ServiceClient, { run, answer, link, json }: Uploaded & { json: boolean }): Promise<void> {
  const { repeated, unreadable, leftOut, repaired, duplicates } = answer;
  // An older service sends none.
  const hints = answer.hints ?? [];
  const notes = [
    ...unreadable.map((place) => `not taken: ${placeOf(place)}`),
    ...duplicates.map(({ file, of }) => `not counted again: ${file}, as ${of}`),
    ...repaired.map(({ file, message }) => `repaired: ${file}. ${message}`),
    ...hints.map(({ file, message }) => `hint: ${file}. ${message}`),
    ...leftOut.map((file) => `left out: ${file}${reasonOf(run, file)}`),
  ];
  for (const note of notes) process.stderr.write(`${printable(note)}\n`);
  if (json) {
    const told = { ...(await jsonOf(client, run, link)), repeated, unreadable, leftOut, repaired, hints, duplicates };
    process.stdout.write(jsonLine(told));
    return;
  }
  const say = speaker(json);
  say(`${repeated ? 'These results were uploaded before' : 'Results uploaded'}: ${link}\n${outcomeText(run)}`);
  if (run.statusInfo) say(run.statusInfo);
  for (const line of await failuresOf(client, run)) say(line);
}

/** The run has notes about its first files only. */
function reasonOf({ upload }: TestRunView, file: string): string {
  const note = upload?.notes.find((each) => each.file === file && each.message.startsWith('Left out: '));
  return note ? `, ${note.message.slice('Left out: '.length)}` : '';
}

/** @returns the exit code by the run, or by all runs of its commit, which are named */
async function exitCodeBy(
  client: ServiceClient,
  { failOn, run, json }: { failOn: FailOn; run: TestRunView; json: boolean },
): Promise<ExitCode> {
  if (failOn === 'never') return exitCodes.passed;
  if (failOn === 'failures') return exitCodeOf(run) ?? exitCodes.failed;
  const query = { commit: run.commit ?? '' };
  const look = () => client.call(gateCalls.readGate, { params: { id: run.projectId }, query });
  const say = speaker(json);
  const { answer, reason } = await settled(look, { mayChange: () => false, minutes: null, say });
  say(`Gate of the commit: ${titleOfAnswer[answer]}. ${reason}.`);
  return exitCodeOfAnswer(answer, null);
}
