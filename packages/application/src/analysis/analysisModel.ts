import type { CauseExamples, CauseKind, ModelAnswer, OutgoingText, ProblemId } from '@assay/contract';

export type ModelOutcome =
  | {
      kind: 'answered';
      summary: string;
      /** Claims cite lines that exist; the others were dropped, and are counted. */
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

/** A model that the operator has set up. */
export type AnalysisModel = {
  name: string;
  /** Pure: masks and bounds what is sent. */
  outgoingOf(causes: readonly CauseExamples[], facts: readonly string[]): OutgoingText;
  /** Sends it. It does not reject: a failure is an outcome, unless the signal fires. */
  analyse(outgoing: OutgoingText, signal: AbortSignal): Promise<ModelOutcome>;
};

export type CauseOfModel = Extract<ModelOutcome, { kind: 'answered' }>['causes'][number];

/** Root causes and examples of each that a model is given at most. */
export const analyzedCauses = 12;
export const examplesOfCause = 3;

/** @returns the id that a model was given, as the product names it */
export function problemIdIn({ rootCauseId }: { rootCauseId: string }): ProblemId {
  return rootCauseId as ProblemId;
}
