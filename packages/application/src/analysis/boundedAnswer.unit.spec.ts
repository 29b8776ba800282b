import type { CauseOfModel } from './analysisModel.ts';
import { boundedAnswers } from './boundedAnswer.ts';

const cause = (length: number, count: number): CauseOfModel => ({
  rootCauseId: 'cause',
  verdict: 'LIKELY',
  kind: 'PRODUCT',
  title: 'é'.repeat(length),
  claims: Array.from({ length: count }, () => ({
    text: 'é'.repeat(length),
    cites: [{ source: 'error', firstLine: 1, lines: Array.from({ length: count }, () => '語'.repeat(length)) }],
  })),
  suggestions: Array.from({ length: count }, () => ({ text: '語'.repeat(length) })),
  droppedClaims: 0,
});

describe("a model's answer in an event", () => {
  it('is unchanged when it is short', () => {
    const short = cause(20, 2);
    const { rootCauseId: problemId, ...said } = short;
    expect(boundedAnswers([short])).toEqual([{ ...said, problemId }]);
  });

  it('stays below 64 KB however much a model says, and keeps a part of each cause', () => {
    const answers = boundedAnswers(Array.from({ length: 12 }, () => cause(5_000, 40)));
    expect(Buffer.byteLength(JSON.stringify(answers))).toBeLessThan(64_000);
    expect(answers.map(({ suggestions }) => suggestions.length > 0)).toEqual(Array.from({ length: 12 }, () => true));
  });
});
