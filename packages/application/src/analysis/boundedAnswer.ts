import { boundText } from '@assay/contract';
import type { CauseAnswer } from '@assay/domain';
import { type CauseOfModel, problemIdIn } from './analysisModel.ts';

/** Maximum size of the answers about all causes of a run in an event, in bytes of JSON. */
const answerBytes = 48_000;
const lengths = { title: 300, text: 600, line: 500, source: 300 };
const counts = { claims: 12, cites: 4, lines: 20, suggestions: 6 };

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function boundedCause(cause: CauseOfModel, bytes: number): CauseAnswer {
  const { verdict, kind, title, claims, suggestions, droppedClaims } = cause;
  const answer: CauseAnswer = {
    problemId: problemIdIn(cause),
    verdict,
    kind,
    title: boundText(title, lengths.title),
    claims: [],
    suggestions: [],
    droppedClaims,
  };
  let left = bytes - bytesOf(answer);
  const fits = (part: unknown) => {
    const taken = bytesOf(part) + 1;
    if (taken > left) return false;
    left -= taken;
    return true;
  };
  for (const { text } of suggestions.slice(0, counts.suggestions)) {
    const suggestion = { text: boundText(text, lengths.text) };
    if (fits(suggestion)) answer.suggestions.push(suggestion);
  }
  for (const { text, cites } of claims.slice(0, counts.claims)) {
    const claim = {
      text: boundText(text, lengths.text),
      cites: cites.slice(0, counts.cites).map(({ source, firstLine, lines }) => ({
        source: boundText(source, lengths.source),
        firstLine,
        lines: lines.slice(0, counts.lines).map((line) => boundText(line, lengths.line)),
      })),
    };
    if (fits(claim)) answer.claims.push(claim);
  }
  return answer;
}

/** @returns a model's answer within the size limit of an event, with the last claims dropped first */
export function boundedAnswers(causes: readonly CauseOfModel[]): CauseAnswer[] {
  return causes.map((cause) => boundedCause(cause, Math.floor(answerBytes / causes.length)));
}
