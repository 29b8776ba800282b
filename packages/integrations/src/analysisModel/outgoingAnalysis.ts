import { hash } from 'node:crypto';
import type { CauseExamples, OutgoingText } from '@assay/contract';
import { cutTo } from '../boundedText.ts';
import { instructionsFor, promptVersion } from './analysisPrompt.ts';
import { hideSecrets } from './hideSecrets.ts';
import { visibleLine, visibleText } from './visibleText.ts';

const mostCauses = 12;
const mostExamples = 3;
const mostFacts = 20;
/** Of instructions and text together. */
const mostCharacters = 24_000;
const longestLine = 2000;
const longestLabel = 120;
/** Of an example, that are read at its beginning and at its end. */
const readOfExample = { head: 16_000, tail: 8000 };
/** Of a name, a label or a fact, that are read. */
const readOfLine = 1000;
/** Of the space of an example, for its first lines; its last lines have the rest. */
const headShare = 2 / 3;

export type SourceLine = { number: number; text: string };

/** A text that was sent, by which claims are checked. */
export type AnalysisSource = { id: string; label: string; lines: readonly SourceLine[] };

/** What is sent to a model, and what its answer is checked by. */
export type OutgoingAnalysisText = OutgoingText & {
  causes: readonly { rootCauseId: string; name: string }[];
  sources: readonly AnalysisSource[];
};

type Draft = { label: string; lines: readonly string[] };

/** @returns the beginning and the end, cut between words: half a secret would not be recognized */
function endsOf(text: string): string {
  const { head, tail } = readOfExample;
  if (text.length <= head + tail) return text;
  const last = text.slice(-tail);
  return `${beginningOf(text, head)}\n…\n${last.slice(last.search(/\s/) + 1)}`;
}

function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const first = text.slice(0, length);
  const end = Math.max(first.lastIndexOf(' '), first.lastIndexOf('\n'));
  return end === -1 ? first : first.slice(0, end);
}

/** @returns lines without blank ones, masked before they are cut */
function linesOf(text: string, denied: readonly string[]): string[] {
  return hideSecrets(visibleText(endsOf(text)), denied)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => cutTo(line, longestLine));
}

const numbered = ({ number, text }: SourceLine) => `${number}| ${text}`;
const costOf = (line: SourceLine) => numbered(line).length + 1;

/** @returns the first and the last lines, for which there is space */
function fitLines(lines: readonly string[], space: number): SourceLine[] {
  const all = lines.map((text, index) => ({ number: index + 1, text }));
  const isAll = all.reduce((sum, line) => sum + costOf(line), 0) <= space;
  if (isAll) return all;
  const head: SourceLine[] = [];
  let left = space;
  for (const line of all) {
    const shortened =
      head.length === 0 ? { ...line, text: cutTo(line.text, Math.max(1, Math.floor(space / 2))) } : line;
    if (left - costOf(shortened) < space * (1 - headShare)) break;
    head.push(shortened);
    left -= costOf(shortened);
  }
  const tail: SourceLine[] = [];
  for (const line of all.slice(head.length).reverse()) {
    if (costOf(line) > left) break;
    tail.unshift(line);
    left -= costOf(line);
  }
  return [...head, ...tail];
}

/** Lines as they are sent, with what was left out between them. */
function linesText(lines: readonly SourceLine[], count: number): string {
  const texts = lines.flatMap((line, index) => {
    const skipped = line.number - (lines[index - 1]?.number ?? 0) - 1;
    return [...(skipped > 0 ? [`… ${skipped} lines left out`] : []), numbered(line)];
  });
  const after = count - (lines.at(-1)?.number ?? 0);
  return [...texts, ...(after > 0 ? [`… ${after} lines left out`] : [])].join('\n');
}

/** The frame of a data block, and what is not counted with its lines. */
const blockOverhead = 140;

function blockText(boundary: string, { id, label, lines }: AnalysisSource, count: number): string {
  return `<<<DATA ${boundary} ${id}>>>\nsource| ${label}\n${linesText(lines, count)}\n<<<END ${boundary} ${id}>>>`;
}

/**
 * What a model is asked about the causes of a run. Whatever tests may have written is in numbered lines between
 * delimiters that are derived from its content, so that it cannot contain them. The same input gives the same text.
 * @param causes in the order of importance; the first 12 are sent, with up to 3 examples each
 * @param facts about the whole run
 * @param denied values that must not leave, such as those of encrypted variables
 */
export function outgoingOf(
  causes: readonly CauseExamples[],
  facts: readonly string[],
  denied: readonly string[] = [],
): OutgoingAnalysisText {
  const line = (text: string) => visibleLine(beginningOf(text, readOfLine));
  const label = (text: string) => cutTo(hideSecrets(line(text), denied), longestLabel);
  const factLines = (given: readonly string[]) => given.slice(0, mostFacts).map(line).join('\n');
  const draft = (of: string, text: string): Draft[] => {
    const lines = linesOf(text, denied);
    return lines.length === 0 ? [] : [{ label: label(of), lines }];
  };

  const groups = [
    { head: 'Facts about the run', drafts: draft('facts about the run', factLines(facts)) },
    ...causes.slice(0, mostCauses).map(({ rootCauseId, name, template, testCount, facts: own, examples }) => ({
      head: `Cause ${rootCauseId}, failed tests: ${testCount}`,
      drafts: [
        ...draft('name, message and facts of the cause', [line(name), template, factLines(own)].join('\n')),
        ...examples.slice(0, mostExamples).flatMap(({ source, text }) => draft(source, text)),
      ],
    })),
  ].filter(({ drafts }) => drafts.length > 0);

  const content = JSON.stringify(groups);
  let boundary = hash('sha256', content).slice(0, 16);
  while (content.includes(boundary)) boundary = hash('sha256', `${boundary}${content}`).slice(0, 16);
  const instructions = instructionsFor(boundary);

  const sources: AnalysisSource[] = [];
  let left = mostCharacters - instructions.length;
  const parts = groups.map(({ head, drafts }, group) => {
    let ofGroup = Math.floor(left / (groups.length - group)) - head.length - 4;
    const blocks = drafts.map((one, index) => {
      const space = Math.max(0, Math.floor(ofGroup / (drafts.length - index)) - blockOverhead - one.label.length);
      const source = { id: `S${sources.length + 1}`, label: one.label, lines: fitLines(one.lines, space) };
      const block = blockText(boundary, source, one.lines.length);
      sources.push(source);
      ofGroup -= block.length + 1;
      return block;
    });
    const part = [head, ...blocks].join('\n');
    left -= part.length + 2;
    return part;
  });
  const text = parts.join('\n\n');
  return {
    instructions,
    text,
    characters: instructions.length + text.length,
    promptVersion,
    inputHash: hash('sha256', `${instructions}${text}`),
    causes: causes.slice(0, mostCauses).map(({ rootCauseId, name }) => ({ rootCauseId, name: label(name) })),
    sources,
  };
}
