import type { CauseExamples, CauseKind, ModelAnswer, OutgoingText, ProblemId } from '@assay/contract';

export type ModelOutcome =
  | {
      kind: 'answered';
      summary: string;
      /** Claims cite existing lines; others were dropped and counted. */
      causes: readonly {
        rootCauseId: string;
        verdict: ModelAnswer['verdict'];
        kind: CauseKind;
        title: string;
        claims: readonly {
          text: string;
          cites: readonly { source: string; firstLine: number; lines: readonly string[] }[];
        }[];
        suggestions: readonly { text: string }[];
        droppedClaims: number;
      }[];
      tokens: number | null;
    }
  | { kind: 'failed'; reason: string };

/** A model configured by the operator. */
export type AnalysisModel = {
  name: string;
  /** Pure: masks and bounds what is sent. */
  outgoingOf(causes: readonly CauseExamples[], facts: readonly string[]): OutgoingText;
  /** Sends it. Does not reject unless the signal fires: a failure is an outcome. */
  analyse(outgoing: OutgoingText, signal: AbortSignal): Promise<ModelOutcome>;
};

export type CauseOfModel = Extract<ModelOutcome, { kind: 'answered' }>['causes'][number];

/** Maximum root causes in a model's input, and examples of each. */
export const analyzedCauses = 12;
export const examplesOfCause = 3;

/** @returns the id that a model was given, as the product names it */
export function problemIdIn({ rootCauseId }: { rootCauseId: string }): ProblemId {
  return rootCauseId as ProblemId;
}
