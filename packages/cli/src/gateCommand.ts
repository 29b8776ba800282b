import { type GateAnswer, type GateView, gateCalls, limits } from '@assay/contract';
import { CommandFailure, type ExitCode, exitCodes } from './exitCodes.ts';
import { findProject, findTestSuite } from './findNamed.ts';
import { optionsOnly, readCommand, required, wholeNumber } from './options.ts';
import { linksOf } from './runOutcome.ts';
import { defaultMinutes, lookMs, pause, speaker } from './runVerdict.ts';
import { openServiceClient, type ServiceClient } from './serviceClient.ts';

const codeOf: Record<GateAnswer, ExitCode> = {
  met: exitCodes.passed,
  notMet: exitCodes.failed,
  pending: exitCodes.stillRunning,
  noEvidence: exitCodes.inconclusive,
};
const titles: Record<GateAnswer, string> = {
  met: 'Open',
  notMet: 'Closed',
  pending: 'Closed for now',
  noEvidence: 'Closed, no evidence',
};

/** `assay gate` */
export async function gateCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('gate', args, {
    project: { type: 'string' },
    commit: { type: 'string' },
    suite: { type: 'string', multiple: true },
    environment: { type: 'string', multiple: true },
    'max-age': { type: 'string' },
    wait: { type: 'boolean', default: false },
    timeout: { type: 'string' },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  optionsOnly('gate', positionals);
  const projectKey = required('project', values.project);
  const commit = required('commit', values.commit);
  const maxAgeHours = wholeNumber('max-age', values['max-age'], { min: 1, max: 8784 });
  const minutes = wholeNumber('timeout', values.timeout, limits.testRunTimeoutMinutes) ?? defaultMinutes;
  const client = openServiceClient(values.url, process.env);
  const { id } = await findProject(client, projectKey);
  const suites = await Promise.all(
    (values.suite ?? []).map((nameOrId) => findTestSuite(client, { projectKey, nameOrId })),
  );
  const query = {
    commit,
    maxAgeHours,
    testSuiteId: suites.length > 0 ? suites.map((suite) => suite.id).join(',') : undefined,
    environment: values.environment?.join(','),
  };
  const look = () => client.call(gateCalls.readGate, { params: { id }, query });
  const gate = values.wait ? await settled(look, minutes, speaker(values.json)) : await look();
  await tell(client, gate, values.json);
  if (gate.answer === 'pending' && values.wait) {
    throw new CommandFailure(exitCodes.stillRunning, `Not settled after ${minutes} minutes`);
  }
  return codeOf[gate.answer];
}

/** @returns the gate once nothing that decides is in progress, or as it is when the time is over */
async function settled(read: () => Promise<GateView>, minutes: number, say: (text: string) => void): Promise<GateView> {
  const until = Date.now() + minutes * 60_000;
  let told = '';
  for (;;) {
    const gate = await read();
    // A run of the commit may be about to be started.
    const isOpen = gate.answer === 'pending' || gate.evidence.length === 0;
    if (!isOpen || Date.now() >= until) return gate;
    if (gate.reason !== told) say(gate.reason);
    told = gate.reason;
    await pause(Math.min(lookMs, Math.max(0, until - Date.now())));
  }
}

async function tell(client: ServiceClient, { answer, reason, evidence }: GateView, json: boolean): Promise<void> {
  const linkOf = await linksOf(client);
  const cited = evidence.map((one) => ({ ...one, link: one.testRunId && linkOf(`test-runs/${one.testRunId}`) }));
  if (json) {
    process.stdout.write(`${JSON.stringify({ answer, reason, evidence: cited })}\n`);
    return;
  }
  const say = speaker(json);
  say(`${titles[answer]}. ${reason}.`);
  for (const { title, environmentName, reason: why, link } of cited) {
    say(`  ${title}${environmentName ? ` in ${environmentName}` : ''}: ${why}${link ? `  ${link}` : ''}`);
  }
}
