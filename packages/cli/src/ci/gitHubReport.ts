import { appendFile, stat } from 'node:fs/promises';
import type { Failure } from './failures.ts';

/** GitHub shows no more of a step; the summary has the others. */
const maxAnnotations = 10;
const maxSummaryBytes = 1024 * 1024;

/** @returns workflow commands that annotate the lines of failed tests */
export function gitHubAnnotations(failures: readonly Failure[]): string[] {
  return failures.slice(0, maxAnnotations).map(({ title, message, place }) => {
    const at = place === null ? '' : `file=${property(place.path)},line=${place.line},`;
    return `::error ${at}title=${property(title)}::${data(message || 'Failed')}`;
  });
}

/** @returns a workflow command that warns on the page of the job */
export function gitHubWarning(message: string): string {
  return `::warning title=Assay::${data(message)}`;
}

/** Escapes as GitHub's own toolkit does: `%`, line ends, and in properties what ends them. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

type Summary = { outcome: string; link: string; failures: readonly Failure[]; failCount: number };

/** @returns Markdown of a run's outcome. Texts of tests are in code spans, where Markdown and HTML mean nothing. */
export function summaryOf({ outcome, link, failures, failCount }: Summary): string {
  const lines = failures.map(({ title, message }) => {
    return `- ${codeSpan(title)}${message === '' ? '' : `: ${codeSpan(message)}`}`;
  });
  const more = failCount - failures.length;
  if (more > 0) lines.push(`- … and ${more} more`);
  return ['### Assay', '', codeSpan(outcome), '', `[Open the test run](<${link}>)`, '', ...lines, ''].join('\n');
}

/** A span ends at as many backticks as it begins with. */
function codeSpan(line: string): string {
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

/**
 * Adds to the summary of the step, unless it would be larger than GitHub takes, which then shows an error in its place.
 * @returns whether it was added
 */
export async function addToSummary(path: string, summary: string): Promise<boolean> {
  const before = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (before + Buffer.byteLength(summary) > maxSummaryBytes) return false;
  await appendFile(path, `${before > 0 ? '\n' : ''}${summary}`);
  return true;
}
