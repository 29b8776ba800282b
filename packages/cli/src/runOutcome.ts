import {
  accountCalls,
  countsText,
  limits,
  nothingCouldPassText,
  type RunVerdict,
  type TestResultRow,
  type TestRunView,
  testRunCalls,
  verdictOfRun,
} from '@assay/contract';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { printableHead, printableLine } from './printable.ts';
import type { ServiceClient } from './serviceClient.ts';

const failuresShown = 10;

const exitCodeOfVerdict: Record<RunVerdict, ExitCode | null> = {
  passed: exitCodes.passed,
  failed: exitCodes.failed,
  canceled: exitCodes.canceled,
  inconclusive: exitCodes.inconclusive,
  pending: null,
};

/** @returns the exit code for a run's verdict; null while it is in progress. */
export function exitCodeOf(run: Pick<TestRunView, 'status' | 'nothingCouldPass'>): ExitCode | null {
  return exitCodeOfVerdict[verdictOfRun(run)];
}

/** @returns what gives the URL of a page, by its path below the account. */
export async function linksOf({ url, call }: ServiceClient): Promise<(path: string) => string> {
  const account = await call(accountCalls.getAccount, {});
  return (path) => `${url}/${encodeURIComponent(account.name)}/${path}`;
}

/** @param path below the account @returns the URL of a page. */
export async function linkTo(client: ServiceClient, path: string): Promise<string> {
  return (await linksOf(client))(path);
}

/** @returns the URL of the run's page. */
export function linkOf(client: ServiceClient, testRunId: string): Promise<string> {
  return linkTo(client, `test-runs/${testRunId}`);
}

/** @returns a run's verdict, counts and what else decides: `Passed. 12 tests: 12 passed`. */
export function outcomeText(run: TestRunView): string {
  const text = `${run.statusDisplay}. ${countsText(run)}`;
  return run.nothingCouldPass ? `${text}. ${nothingCouldPassText}.` : text;
}

/** @returns the names of the first tests that failed the run, with the head of their errors. */
export async function failuresOf(client: ServiceClient, run: TestRunView): Promise<string[]> {
  const lines = (await failedTestsOf(client, run, failuresShown)).map(({ file, name, copy, error }) => {
    const which = copy === null ? '' : ` (copy ${copy})`;
    const shown = printableHead(error).slice(0, 200);
    return `  ✗ ${printableLine(`${file} › ${name}`)}${which}${shown === '' ? '' : `\n      ${shown}`}`;
  });
  const more = run.failCount - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}

/** Reads a run's tests page by page, sorted by file, until it has `most` that failed the run. */
export async function failedTestsOf(
  { call }: ServiceClient,
  run: TestRunView,
  most = run.failCount,
): Promise<TestResultRow[]> {
  const failures: TestResultRow[] = [];
  const wanted = Math.min(run.failCount, most);
  const { maxResultsPage: limit } = limits;
  for (let offset = 0; failures.length < wanted; offset += limit) {
    const { tests } = await call(testRunCalls.listTestResults, { params: { id: run.id }, query: { offset, limit } });
    if (tests.length === 0) break;
    failures.push(...tests.filter(({ status, quarantined }) => status === 'FAIL' && !quarantined));
  }
  return failures.slice(0, wanted);
}

/** The output of `--json` for a run: `failedTests` are all that failed it. */
export async function jsonOf(client: ServiceClient, run: TestRunView, link: string) {
  const { id, number, status, statusInfo, nothingCouldPass, branch, commit } = run;
  const counts = {
    total: run.totalCount,
    passed: run.passCount,
    failed: run.failCount,
    ignored: run.ignoredCount,
    notRun: run.notRunCount,
    flaky: run.flakyCount,
    quarantined: run.quarantineTotalCount,
  };
  const failedTests = (await failedTestsOf(client, run)).map(({ testId, file, name, copy, error }) => ({
    testId,
    file,
    name,
    copy,
    error,
  }));
  return { id, number, status, statusInfo, nothingCouldPass, branch, commit, link, counts, failedTests };
}
