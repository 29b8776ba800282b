import {
  accountCalls,
  countsText,
  gateCalls,
  type TestResultRow,
  TestRunId,
  type TestRunView,
  testRunCalls,
} from '@assay/contract';
import { Type } from 'typebox';
import { Refused, type Service } from './service.ts';
import { project } from './tool.ts';
import { name } from './untrusted.ts';

/** Which run a tool is about: by its id, by a commit, or the newest of a branch. */
export const wantedRun = {
  testRun: Type.Optional(
    Type.Unsafe<TestRunId>({ ...TestRunId, description: "the run's id; or else name the project" }),
  ),
  project: Type.Optional(project),
  commit: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{7,64}$',
      description: 'the run that decides about this commit of the project',
    }),
  ),
  branch: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      description: 'the newest finished run of this branch; of any by default',
    }),
  ),
};
type WantedRun = { testRun?: TestRunId; project?: string; commit?: string; branch?: string };

/**
 * @returns the run that is meant. Of a commit one that failed, where one did.
 * @throws Refused for an unknown run, and where nothing names one
 */
export async function runOf(
  service: Service,
  { testRun, project: key, commit, branch }: WantedRun,
): Promise<TestRunView> {
  if (testRun !== undefined) return service.ask(testRunCalls.getTestRun, { params: { id: testRun } });
  if (key === undefined) throw new Refused('Name a testRun, or a project with a commit or a branch.');
  if (commit !== undefined) {
    const { evidence, reason } = await service.ask(gateCalls.readGate, { params: { id: key }, query: { commit } });
    const decisive = evidence.find(({ testRunId }) => testRunId !== null);
    if (!decisive?.testRunId) throw new Refused(`No run of the commit ${commit} is known. ${reason}.`);
    return service.ask(testRunCalls.getTestRun, { params: { id: decisive.testRunId } });
  }
  const query = { project: key, branch, status: 'PASS,FAIL', limit: 1 };
  const { testRuns } = await service.ask(testRunCalls.listTestRuns, { query });
  const [newest] = testRuns;
  if (!newest) throw new Refused(`The project ${key} has no finished run${branch ? ' of this branch' : ''}.`);
  return newest;
}

/** @returns the URL of a page, by its path below the account. */
export type Links = (path: string) => string;
export async function linksOf({ ask, url }: Service): Promise<Links> {
  const account = await ask(accountCalls.getAccount, {});
  return (path) => `${url}/${encodeURIComponent(account.name)}/${path}`;
}

/** @returns a run in two lines: what it was of and how it ended. */
export function runLines(run: TestRunView, link: Links): string[] {
  const { number, project: of, branch, commit, environmentName, statusDisplay, endTime, statusInfo } = run;
  const ended = endTime === null ? '' : `, ended ${endTime}`;
  return [
    `Run #${number} of ${name(of.name)} (project ${of.key}), testRun ${run.id}: ${statusDisplay}. ${countsText(run)}${ended}.`,
    `Branch ${name(branch)}, commit ${commit ?? 'unknown'}, environment ${name(environmentName)}. ${link(`test-runs/${run.id}`)}`,
    ...(statusInfo === null ? [] : [`It says: ${name(statusInfo)}`]),
  ];
}

/** @returns a test's name and file. */
export function testName({ file, name: title }: { file: string; name: string }): string {
  return file === '' ? name(title) : `${name(title)} in ${name(file)}`;
}

/** Rows of results that are read at a time. */
const pageOfResults = 2_000;

/**
 * @param most how many are wanted
 * @returns the first tests that failed a run, by file, without quarantined ones
 */
export async function failedTestsOf(
  { ask }: Service,
  { id, failCount, ignoreQuarantine }: TestRunView,
  most: number,
  fits: (row: TestResultRow) => boolean = () => true,
): Promise<TestResultRow[]> {
  const found: TestResultRow[] = [];
  let seen = 0;
  for (let offset = 0; seen < failCount && found.length < most; offset += pageOfResults) {
    const { tests } = await ask(testRunCalls.listTestResults, {
      params: { id },
      query: { offset, limit: pageOfResults },
    });
    if (tests.length === 0) break;
    const failed = tests.filter(({ status, quarantined }) => status === 'FAIL' && (!quarantined || ignoreQuarantine));
    seen += failed.length;
    found.push(...failed.filter(fits));
  }
  return found;
}
