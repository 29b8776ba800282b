import {
  causeKindNames,
  counted,
  type RootCause,
  type RunAnalysisView,
  seenBeforeText,
  type TestRunView,
} from '@assay/contract';
import { causeLine, cutTo } from '@assay/integrations';
import { causesText, namedCause } from '../outbound/causeTexts.ts';
import { plain } from './plainMarkdown.ts';

/** Why tests of a run failed, as its analysis has it. */
export type CausesOfRun = Pick<RunAnalysisView, 'failedCount' | 'causeCount' | 'testRunAnalysisRootCauses'>;

/** Causes of a run and tests of a cause that a comment names: services limit its length. */
const [causesNamed, testsNamed] = [5, 5];
const nameCharacters = 150;

/**
 * @param address of the run's page
 * @returns a line of Markdown for each cause of a run, with its tests below; none where no cause is known
 */
export function causeLinesOf(
  { project, number }: Pick<TestRunView, 'project' | 'number'>,
  { failedCount, causeCount, testRunAnalysisRootCauses: causes }: CausesOfRun,
  address: string,
): string[] {
  if (causes.length === 0) return [];
  const named = causes.slice(0, causesNamed);
  return [
    '',
    `**${plain(project.name)} \\#${number}: ${causesText(failedCount, causeCount)}**`,
    '',
    ...named.flatMap((cause) => linesOf(cause, address)),
    ...moreLine('', causeCount - named.length, 'cause'),
  ];
}

function linesOf(cause: RootCause, address: string): string[] {
  const { id, kind, testCount, seenBefore, affectedTestRunTestAnalysis: tests } = cause;
  const link = `[${short(causeLine(namedCause(cause)))}](${address}/analysis?cause=${encodeURIComponent(id)})`;
  const named = tests.slice(0, testsNamed);
  return [
    `- ${link} · ${causeKindNames[kind]} · ${seenBeforeText(seenBefore)}`,
    ...named.map(({ file, name }) => `    - ${short(`${file} › ${name}`)}`),
    ...moreLine('    ', testCount - named.length, 'test'),
  ];
}

function moreLine(indent: string, count: number, what: string): string[] {
  return count > 0 ? [`${indent}- and ${counted(count, `more ${what}`)}`] : [];
}

/** Cut before it is escaped, so that no escape is cut. */
function short(text: string): string {
  return plain(cutTo(text, nameCharacters));
}
