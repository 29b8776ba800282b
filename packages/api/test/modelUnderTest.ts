import { createHash } from 'node:crypto';
import type { AnalysisModel, ModelOutcome } from '@assay/application';
import type { CauseExamples, OutgoingText } from '@assay/contract';

/** A fake of a model: it answers what the test says, and remembers what it was sent. */
export class ModelUnderTest implements AnalysisModel {
  readonly name = 'fake-model';
  readonly sent: string[] = [];
  /** What it fails with; null: it answers. */
  failure: string | null = null;
  /** Awaited before each answer. */
  before: Promise<void> = Promise.resolve();

  outgoingOf(causes: readonly CauseExamples[], facts: readonly string[]): OutgoingText {
    const text = JSON.stringify({ causes, facts });
    const inputHash = createHash('sha256').update(text).digest('hex');
    return { instructions: 'Say why.', text, characters: text.length, promptVersion: 3, inputHash };
  }

  async analyse({ text }: OutgoingText): Promise<ModelOutcome> {
    this.sent.push(text);
    const { causes } = JSON.parse(text) as { causes: CauseExamples[] };
    await this.before;
    if (this.failure !== null) return { kind: 'failed', reason: this.failure };
    return {
      kind: 'answered',
      summary: 'A service is away.',
      causes: causes.map(({ rootCauseId, examples }) => ({
        rootCauseId,
        verdict: 'LIKELY' as const,
        kind: 'ENVIRONMENT' as const,
        title: 'A service is away',
        claims: examples.slice(0, 1).map(({ source, text: lines }) => ({
          text: 'It refuses <b>connections</b>.',
          cites: [{ source, firstLine: 1, lines: lines.split('\n').slice(0, 1) }],
        })),
        suggestions: [{ text: 'Start the service.' }],
        droppedClaims: 1,
      })),
      tokens: 42,
    };
  }
}
