import { type GateAnswer, type GateView, gateCalls, limits } from '@assay/contract';
import { type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { findProject, findTestSuite } from './findNamed.ts';
import { optionsOnly, readCommand, required, wholeNumber } from './options.ts';
import { jsonLine } from './printable.ts';
import { tellReleaseGate } from './releaseGate.ts';
import { linksOf } from './runOutcome.ts';
import { defaultMinutes, speaker } from './runVerdict.ts';
import { openServiceClient, type ServiceClient } from './serviceClient.ts';
import { exitCodeOfAnswer, settled, titleOfAnswer } from './standing.ts';

type Asked = {
  project?: string | undefined;
  commit?: string | undefined;
  suite?: string[] | undefined;
  environment?: string[] | undefined;
  'max-age'?: string | undefined;
  /** How long to wait for runs; null: not at all. */
  minutes: number | null;
  json: boolean;
};

/** `assay gate` */
export async function gateCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('gate', args, {
    project: { type: 'string' },
    commit: { type: 'string' },
    suite: { type: 'string', multiple: true },
    environment: { type: 'string', multiple: true },
    'max-age': { type: 'string' },
    release: { type: 'string' },
    wait: { type: 'boolean', default: false },
    timeout: { type: 'string' },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  optionsOnly('gate', positionals);
  const { release, suite, environment, 'max-age': maxAge } = values;
  if (release !== undefined && (suite ?? environment ?? maxAge) !== undefined) {
    throw usageFailure('--suite, --environment and --max-age are of runs: a release has its criteria.');
  }
  const timeout = wholeNumber('timeout', values.timeout, limits.testRunTimeoutMinutes) ?? defaultMinutes;
  const asked = { ...values, minutes: values.wait ? timeout : null };
  const client = openServiceClient(values.url, process.env);
  const answer =
    release === undefined
      ? await tellCommitGate(client, asked)
      : await tellReleaseGate(client, { ...asked, release: required('release', release) });
  return exitCodeOfAnswer(answer, asked.minutes);
}

/**
 * Prints whether the runs of a commit let it pass.
 * @throws CommandFailure for what is missing or unknown
 */
async function tellCommitGate(client: ServiceClient, asked: Asked): Promise<GateAnswer> {
  const projectKey = required('project', asked.project);
  const commit = required('commit', asked.commit);
  const maxAgeHours = wholeNumber('max-age', asked['max-age'], { min: 1, max: 8784 });
  const { id } = await findProject(client, projectKey);
  const suites = await Promise.all(
    (asked.suite ?? []).map((nameOrId) => findTestSuite(client, { projectKey, nameOrId })),
  );
  const query = {
    commit,
    maxAgeHours,
    testSuiteId: suites.length > 0 ? suites.map((suite) => suite.id).join(',') : undefined,
    environment: asked.environment?.join(','),
  };
  const look = () => client.call(gateCalls.readGate, { params: { id }, query });
  const { minutes, json } = asked;
  const gate = await settled(look, { mayChange, minutes, say: speaker(json) });
  await tell(client, gate, json);
  return gate.answer;
}

/** A run of the commit may be about to be started. */
const mayChange = ({ answer, evidence }: GateView) => answer === 'pending' || evidence.length === 0;

async function tell(client: ServiceClient, { answer, reason, evidence }: GateView, json: boolean): Promise<void> {
  const linkOf = await linksOf(client);
  const cited = evidence.map((one) => ({ ...one, link: one.testRunId && linkOf(`test-runs/${one.testRunId}`) }));
  if (json) {
    process.stdout.write(jsonLine({ answer, reason, evidence: cited }));
    return;
  }
  const say = speaker(json);
  say(`${titleOfAnswer[answer]}. ${reason}.`);
  for (const { title, environmentName, reason: why, link } of cited) {
    say(`  ${title}${environmentName ? ` in ${environmentName}` : ''}: ${why}${link ? `  ${link}` : ''}`);
  }
}
