import { counted, type ModelAnswer, nameOfReviewStatus, type RunOfCause } from '@assay/contract';
import type { FoundTestAnalysis } from '@assay/projections';

/** Changes that a text names. */
const changesNamed = 5;
/** What Markdown takes as more than text: a name from a test is text. */
const marks = /[\\`*_{}[\]<>()#+!|~]/g;

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(marks, '\\$&');
}

function named({ number, branch, commit }: RunOfCause): string {
  return `run #${number} on ${plain(branch)}${commit === null ? '' : ` at ${commit.slice(0, 10)}`}`;
}

function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

type Facts = Pick<
  FoundTestAnalysis,
  'cause' | 'wholeRun' | 'lastPassed' | 'firstFailed' | 'isFlaky' | 'changes' | 'elsewhere' | 'fixedBefore'
>;

function changeText({ title, from, to, author }: Facts['changes'][number]): string {
  const step = from !== null && to !== null ? `: ${plain(from)} → ${plain(to)}` : '';
  return `${plain(title)}${step}${author === null ? '' : `, ${plain(author)}`}`;
}

function fixedText({ failed, passed, reviewStatusId, note }: NonNullable<Facts['fixedBefore']>): string {
  const decided = reviewStatusId === null ? '' : ` It was: ${nameOfReviewStatus(reviewStatusId)}.`;
  const noted = note === null ? '' : ` ${plain(note)}`;
  return `The same failure ended before: it failed up to ${named(failed.last)} and passed in ${named(passed)}.${decided}${noted}`;
}

/** @returns what rules suggest about a failed test, as Markdown */
export function suggestionByRules(facts: Facts): string {
  const { cause, wholeRun, lastPassed, firstFailed, isFlaky, changes, elsewhere, fixedBefore } = facts;
  const suspects = changes.filter(({ isSuspect }) => isSuspect);
  const others = changes.filter(({ isSuspect, kind }) => !isSuspect && kind !== 'UNCHANGED');
  const parts: string[] = [];
  if (cause) parts.push(`**${plain(cause.name)}**`);
  for (const { title, description } of wholeRun.slice(0, 1)) {
    parts.push(`Check the run first: ${plain(title)}. ${plain(description)}`);
  }
  if (isFlaky) parts.push('The test passes and fails on the same commit, so changes explain little.');
  if (lastPassed && firstFailed) {
    parts.push(`It passed last in ${named(lastPassed)}, and failed first in ${named(firstFailed)}.`);
  }
  if (suspects.length > 0) {
    parts.push(
      'Check these first: the failure or the test names them.',
      listed(suspects.slice(0, changesNamed).map(changeText)),
    );
  } else if (others.length > 0) {
    parts.push('What changed in between:', listed(others.slice(0, changesNamed).map(changeText)));
  }
  if (fixedBefore) parts.push(fixedText(fixedBefore));
  if (elsewhere.length > 0) parts.push(`${counted(elsewhere.length, 'other failure')} of the project had this error.`);
  if (parts.length === 0) parts.push('The failure says no error, and no change since the last pass is known.');
  return parts.join('\n\n');
}

/** @returns a model's answer as Markdown */
export function suggestionOfAnswer({ title, claims, suggestions }: Omit<ModelAnswer, 'rating'>): string {
  return [
    `**${plain(title)}**`,
    ...(claims.length > 0 ? [listed(claims.map(({ text }) => plain(text)))] : []),
    ...(suggestions.length > 0 ? ['What to do:', listed(suggestions.map(({ text }) => plain(text)))] : []),
  ].join('\n\n');
}
