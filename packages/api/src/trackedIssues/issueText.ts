import {
  formFields,
  type TestResultRow,
  type TestResultView,
  type TestRunView,
  testKeyIn,
  withoutEscapeCodes,
} from '@assay/contract';
import { codeMarkdown, fencedMarkdown, plainMarkdown } from '@assay/integrations';
import type { AccountReads } from '@assay/projections';
import type { Api } from '../api.ts';
import { completeTestResult } from '../testRuns/completeTestResult.ts';
import type { Reported } from './reportedFailures.ts';

/** Limits of one issue; the run has the rest. */
const shown = { causes: 5, tests: 10, errorLines: 40, errorLength: 3_000, lineLength: 300 };

export type IssueText = { title: string; summary: string; description: string };

type Deps = Pick<Api, 'operations' | 'config'>;

/** @returns the address of a page of a run */
export function pageOfRun({ publicUrl }: Api['config'], { id, account }: TestRunView, rest = ''): string {
  return `${publicUrl.replace(/\/+$/, '')}/${encodeURIComponent(account.name)}/test-runs/${id}${rest}`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function errorOf(text: string | null): string[] {
  return withoutEscapeCodes(text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
}

function shortened(lines: readonly string[]): string {
  const text = lines
    .slice(0, shown.errorLines)
    .map((line) => cut(line, shown.lineLength))
    .join('\n')
    .trim();
  return cut(text, shown.errorLength);
}

/** Tests that fail alike. */
type Cause = { rows: TestResultRow[]; detail: TestResultView | null };

async function causesOf({ operations }: Deps, models: AccountReads, { run, rows }: Reported): Promise<Cause[]> {
  const groups = new Map<string, TestResultRow[]>();
  for (const row of rows) {
    const of = row.testRunAnalysisRootCauseId ?? row.id;
    groups.set(of, [...(groups.get(of) ?? []), row]);
  }
  const causes = [...groups.values()].slice(0, shown.causes);
  return Promise.all(
    causes.map(async (same) => {
      const [first] = same;
      const found = first ? await models.testResult(run.id, testKeyIn(run.id, first.id)) : null;
      return {
        rows: same,
        detail: found ? await completeTestResult(operations, found, { withFiles: true, withVideos: false }) : null,
      };
    }),
  );
}

function countOf(rows: readonly unknown[]): string {
  return rows.length === 1 ? '1 test' : `${rows.length} tests`;
}

function sinceOf(config: Api['config'], run: TestRunView, { detail }: Cause): string[] {
  const since = detail?.failingSince ?? null;
  if (since === null || since.testRunId === run.id) return [];
  const at = pageOfRun(config, { ...run, id: since.testRunId });
  const commit = since.commit === null ? '' : `, commit ${codeMarkdown(since.commit.slice(0, 10))}`;
  return [`Failing since [#${since.number}](${at}), ${since.at.slice(0, 10)}${commit}.`];
}

function blocksOf(config: Api['config'], run: TestRunView, cause: Cause): string[] {
  const { rows, detail } = cause;
  const attempt = detail?.attemptsDetail.at(-1);
  const error = shortened(errorOf(attempt?.error ?? rows[0]?.error ?? null));
  const [frame] = attempt?.codeFrames ?? [];
  const names = rows.slice(0, shown.tests).map(({ name, file }) => `- ${plainMarkdown(name)} (${codeMarkdown(file)})`);
  const more = rows.length > shown.tests ? [`- and ${rows.length - shown.tests} more`] : [];
  return [
    ...sinceOf(config, run, cause),
    ...(error === '' ? [] : [fencedMarkdown(error)]),
    ...(frame ? [`First own frame: ${codeMarkdown(`${frame.file}:${frame.line}`)}`] : []),
    `**Tests**\n\n${[...names, ...more].join('\n')}`,
  ];
}

function runLine({ environmentName, branch, commit, project }: TestRunView): string {
  const of = commit === null ? [] : [`Commit: ${codeMarkdown(commit.slice(0, 10))}`];
  return [
    `Environment: ${plainMarkdown(environmentName)}`,
    `Branch: ${codeMarkdown(branch)}`,
    ...of,
    `Framework: ${plainMarkdown(project.framework)}`,
  ].join(' · ');
}

function summaryOf({ rows }: Reported, [first]: readonly Cause[]): string {
  const [line = ''] = errorOf(first?.rows[0]?.error ?? null).filter((text) => text.trim() !== '');
  const what = rows.length === 1 ? (rows[0]?.name ?? '') : `${countOf(rows)} fail`;
  const text = line === '' ? (rows.length === 1 ? `${what} fails` : what) : `${what}: ${line.trim()}`;
  return cut(text.replace(/[\p{Cc}\p{Bidi_Control}\p{Cs}]+/gu, ' '), formFields.issueSummary.maxLength);
}

function linksOf(config: Api['config'], { run, problemIds }: Reported): string {
  const [cause] = problemIds;
  const ofCause =
    problemIds.length === 1 && cause !== undefined
      ? [`[Root cause](${pageOfRun(config, run, `?rootCauseId=${encodeURIComponent(cause)}`)})`]
      : [];
  return [`[Test run](${pageOfRun(config, run)})`, ...ofCause].join(' · ');
}

/** @returns the default text of an issue about the failures */
export async function issueTextOf(deps: Deps, models: AccountReads, reported: Reported): Promise<IssueText> {
  const { run, rows, problemIds } = reported;
  const { config } = deps;
  const causes = await causesOf(deps, models, reported);
  const title = `${countOf(rows)} of ${run.project.name} #${run.number}`;
  const alike =
    rows.length > 1 && problemIds.length === 1 && causes.length === 1
      ? ' fail alike'
      : rows.length > 1
        ? ' fail'
        : ' fails';
  const left = Math.max(0, problemIds.length - causes.length);
  const description = [
    `### ${plainMarkdown(title)}${alike}`,
    ...causes.flatMap((cause) => blocksOf(config, run, cause)),
    ...(left > 0 ? [`and ${left} more root causes`] : []),
    runLine(run),
    linksOf(config, reported),
  ].join('\n\n');
  return {
    title,
    summary: summaryOf(reported, causes),
    description: cut(description, formFields.issueDescription.maxLength),
  };
}

/** @returns the comment that the tracker gets when failures are added to an issue */
export function commentOf(config: Api['config'], reported: Reported): string {
  const { run, rows } = reported;
  const names = rows.slice(0, shown.tests).map(({ name }) => `- ${plainMarkdown(name)}`);
  const more = rows.length > shown.tests ? [`- and ${rows.length - shown.tests} more`] : [];
  return [
    `Also in [${plainMarkdown(`${run.project.name} #${run.number}`)}](${pageOfRun(config, run)}): ${countOf(rows)} ${rows.length === 1 ? 'fails' : 'fail'}.`,
    [...names, ...more].join('\n'),
    runLine(run),
  ].join('\n\n');
}
