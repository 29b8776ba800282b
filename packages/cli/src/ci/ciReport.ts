import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TestRunView } from '@assay/contract';
import { printable, printableLine } from '../printable.ts';
import { failedTestsOf, outcomeText } from '../runOutcome.ts';
import type { ServiceClient } from '../serviceClient.ts';
import type { CiJob } from './ciJob.ts';
import { codeQualityOf } from './codeQuality.ts';
import { failureOf } from './failures.ts';
import { addToSummary, gitHubAnnotations, gitHubWarning, summaryOf } from './gitHubReport.ts';

/** Failed tests of a summary and of a report of code quality. */
const maxFailures = { summary: 50, codeQuality: 1_000 };

type Reporting = {
  run: TestRunView;
  link: string;
  job: CiJob | null;
  /** Folders that test files may be relative to. */
  folders: readonly string[];
  /** The file that a report of code quality is written to; undefined: none. */
  codeQuality: string | undefined;
};

/** Shows a run where its CI job is shown: annotations and a summary at GitHub, a report of code quality for GitLab. */
export async function reportToCi(client: ServiceClient, reporting: Reporting): Promise<void> {
  const { run, link, job, folders, codeQuality } = reporting;
  const isGitHub = job?.service === 'GitHub Actions';
  if (!isGitHub && codeQuality === undefined) return;
  const most = codeQuality === undefined ? maxFailures.summary : maxFailures.codeQuality;
  const repository = resolve(process.env.GITHUB_WORKSPACE ?? process.env.CI_PROJECT_DIR ?? '.');
  const tests = [...folders, process.cwd(), repository];
  const rows = await failedTestsOf(client, run, most);
  const failures = rows.map((row) => failureOf(row, { repository, tests }));
  if (codeQuality !== undefined) await writeFile(codeQuality, codeQualityOf(failures));
  if (!isGitHub) return;
  for (const command of gitHubAnnotations(failures)) process.stderr.write(`${command}\n`);
  const path = process.env.GITHUB_STEP_SUMMARY;
  if (!path) return;
  const shown = failures.slice(0, maxFailures.summary);
  const outcome = printableLine(outcomeText(run));
  const isAdded = await addToSummary(path, summaryOf({ outcome, link, failures: shown, failCount: run.failCount }));
  if (!isAdded) process.stderr.write('The summary of this step is full.\n');
}

/** Warns of what does not fail the job. */
export function warnInCi(job: CiJob | null, message: string): void {
  const text = printable(message);
  process.stderr.write(`${job?.service === 'GitHub Actions' ? gitHubWarning(text) : `warning: ${text}`}\n`);
}
