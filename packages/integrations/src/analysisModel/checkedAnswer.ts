import { type CauseKind, causeKinds, verdicts } from '@assay/contract';
import { cutTo } from '../boundedText.ts';
import type { AnalysisSource, OutgoingAnalysisText } from './outgoingAnalysis.ts';
import { visibleLine, visibleText } from './visibleText.ts';

const longest = { summary: 2000, title: 200, claim: 1000, suggestion: 2000 };
const most = { claims: 8, cites: 4, citedLines: 20, suggestions: 3 };
/** A shorter quote is found in most lines; it has to be a whole line. */
const shortestQuote = 4;

export type Verdict = (typeof verdicts)[number];

/** Lines that were sent, as they were sent. */
export type CitedLines = { source: string; firstLine: number; lines: readonly string[] };

/** What a model says about a cause, without claims that cite lines which do not exist. */
export type CauseAnswer = {
  rootCauseId: string;
  verdict: Verdict;
  kind: CauseKind;
  title: string;
  claims: readonly { text: string; cites: readonly CitedLines[] }[];
  suggestions: readonly { text: string }[];
  /** Claims that cited nothing, or lines that do not exist. */
  droppedClaims: number;
};

export type CheckedAnswer = { summary: string; causes: readonly CauseAnswer[] };

type Properties = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Properties => Object(value) as Properties;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown, length: number) =>
  typeof value === 'string' ? cutTo(visibleText(value).trim(), length) : '';
const lineOf = (value: unknown, length: number) => (typeof value === 'string' ? cutTo(visibleLine(value), length) : '');

/** Numbers of lines belong to how lines are sent, not to what they say. */
function comparable(text: string): string {
  return visibleLine(text.replace(/^\s*\d+\| ?/gm, ''));
}

function citedLines(value: unknown, sources: ReadonlyMap<string, AnalysisSource>): CitedLines | null {
  const { source: id, firstLine, lastLine, quote } = objectOf(value);
  const source = typeof id === 'string' ? sources.get(id.trim()) : undefined;
  if (source === undefined || typeof quote !== 'string') return null;
  if (!Number.isInteger(firstLine) || !Number.isInteger(lastLine)) return null;
  const [first, last] = [Number(firstLine), Number(lastLine)];
  const count = last - first + 1;
  if (count < 1 || count > most.citedLines) return null;
  const lines = source.lines.filter(({ number }) => number >= first && number <= last).map(({ text }) => text);
  // Lines that were left out were not seen.
  if (lines.length !== count) return null;
  const quoted = comparable(quote);
  const isWholeLine = lines.some((line) => visibleLine(line) === quoted);
  const isIncluded = quoted.length >= shortestQuote && visibleLine(lines.join('\n')).includes(quoted);
  return isWholeLine || isIncluded ? { source: source.label, firstLine: first, lines } : null;
}

/**
 * Checks an answer against what was sent: the lines of each cite exist and contain the quote. Claims without such a cite
 * are dropped and counted; without a claim, nothing that the model says of a cause is taken over.
 * @param answer as parsed from JSON
 * @returns null: it is no answer at all
 */
export function checkedAnswer(answer: unknown, outgoing: OutgoingAnalysisText): CheckedAnswer | null {
  const { summary, causes } = objectOf(answer);
  if (typeof summary !== 'string' || !Array.isArray(causes)) return null;
  const sources = new Map(outgoing.sources.map((source) => [source.id, source]));
  const given = causes.map(objectOf);

  const checked = outgoing.causes.flatMap(({ rootCauseId, name }): CauseAnswer[] => {
    const found = given.find((each) => each.rootCauseId === rootCauseId);
    if (found === undefined) return [];
    const all = listOf(found.claims).map((value) => {
      const claim = objectOf(value);
      const cites = listOf(claim.cites).flatMap((cite) => citedLines(cite, sources) ?? []);
      return { text: textOf(claim.text, longest.claim), cites: cites.slice(0, most.cites) };
    });
    const claims = all.filter(({ text, cites }) => text !== '' && cites.length > 0);
    const droppedClaims = all.length - claims.length;
    if (claims.length === 0) {
      const nothing = { verdict: 'INCONCLUSIVE', kind: 'UNKNOWN', claims: [], suggestions: [] } as const;
      return [{ rootCauseId, title: name, droppedClaims, ...nothing }];
    }
    const suggestions = listOf(found.suggestions)
      .map((value) => ({ text: textOf(objectOf(value).text, longest.suggestion) }))
      .filter(({ text }) => text !== '');
    return [
      {
        rootCauseId,
        verdict: verdicts.find((verdict) => verdict === found.verdict) ?? 'INCONCLUSIVE',
        kind: causeKinds.find((kind) => kind === found.kind) ?? 'UNKNOWN',
        title: lineOf(found.title, longest.title) || name,
        claims: claims.slice(0, most.claims),
        suggestions: suggestions.slice(0, most.suggestions),
        droppedClaims,
      },
    ];
  });
  const isSupported = checked.some(({ claims }) => claims.length > 0);
  return {
    // A summary cites nothing: it counts only with a claim that does.
    summary: isSupported ? textOf(summary, longest.summary) : 'The model found no reason that the output shows.',
    causes: checked,
  };
}
