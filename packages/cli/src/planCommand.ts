import { randomUUID } from 'node:crypto';
import { limits, nameKey, type TestPlanView, testPlanCalls, testPlanRunCalls } from '@assay/contract';
import { CommandFailure, type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { readCommand, wholeNumber } from './options.ts';
import { jsonOfPlanRun, linkOfPlan, planRunOf, tellPlanVerdict } from './planOutcome.ts';
import { jsonLine } from './printable.ts';
import { defaultMinutes, speaker } from './runVerdict.ts';
import { openServiceClient, type ServiceClient } from './serviceClient.ts';

/** @throws CommandFailure when there is none in use with that key or id */
async function findTestPlan({ call }: ServiceClient, keyOrId: string): Promise<TestPlanView> {
  const plans = await call(testPlanCalls.listTestPlans, {});
  const plan = plans.find(({ id, key }) => id === keyOrId || nameKey(key) === nameKey(keyOrId));
  if (plan) return plan;
  const others = plans.length > 0 ? ` There are: ${plans.map(({ key }) => key).join(', ')}.` : '';
  throw new CommandFailure(exitCodes.refused, `There is no test plan '${keyOrId}'.${others}`);
}

/** `assay plan run` and `assay plan cancel` */
export async function planCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('plan', args, {
    wait: { type: 'boolean', default: false },
    timeout: { type: 'string' },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const [what, key, ...rest] = positionals;
  const minutes = wholeNumber('timeout', values.timeout, limits.testRunTimeoutMinutes) ?? defaultMinutes;
  if (what === 'run' && key !== undefined && rest.length === 0) {
    const client = openServiceClient(values.url, process.env);
    return run(client, await findTestPlan(client, key), { wait: values.wait, minutes, json: values.json });
  }
  const [runId, ...more] = rest;
  if (what === 'cancel' && key !== undefined && runId !== undefined && more.length === 0) {
    const client = openServiceClient(values.url, process.env);
    return cancel(client, await findTestPlan(client, key), runId, values.json);
  }
  throw usageFailure("Say 'assay plan run KEY' or 'assay plan cancel KEY RUN'.");
}

async function run(
  client: ServiceClient,
  { id }: TestPlanView,
  { wait, minutes, json }: { wait: boolean; minutes: number; json: boolean },
): Promise<ExitCode> {
  const options = { idempotencyKey: randomUUID() };
  const started = await client.call(testPlanRunCalls.startTestPlanRun, { params: { id } }, options);
  const ids = { id, runId: started.id, minPosition: started.position };
  const link = await linkOfPlan(client, id);
  speaker(json)(`Test plan started: ${link}`);
  if (wait) return tellPlanVerdict(client, ids, { minutes, json });
  if (json) process.stdout.write(jsonLine(jsonOfPlanRun(await planRunOf(client, ids), link)));
  return exitCodes.passed;
}

async function cancel(client: ServiceClient, { id }: TestPlanView, runId: string, json: boolean): Promise<ExitCode> {
  const { position } = await client.call(testPlanRunCalls.cancelTestPlanRun, { params: { id, runId } });
  const link = await linkOfPlan(client, id);
  if (json) {
    const planRun = await planRunOf(client, { id, runId, minPosition: position });
    process.stdout.write(jsonLine(jsonOfPlanRun(planRun, link)));
  }
  speaker(json)(`Canceled: ${link}`);
  return exitCodes.passed;
}
