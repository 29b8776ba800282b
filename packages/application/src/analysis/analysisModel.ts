import type { CauseKind, ModelAnswer, ProblemId } from '@assay/contract';

/** What a model is given about one root cause: facts, and lines of its tests that it may cite. */
export type CauseExamples = {
  rootCauseId: string;
  name: string;
  template: string;
  testCount: number;
  facts: readonly string[];
  examples: readonly { source: string; text: string }[];
};

/** Exactly what leaves the installation: masked and bounded. Equal `inputHash`: equal input. */
export type Outgoing = {
  instructions: string;
  text: string;
  characters: number;
  promptVersion: number;
  inputHash: string;
};

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
  outgoingOf(causes: readonly CauseExamples[], facts: readonly string[]): Outgoing;
  /** Sends it. It does not reject: a failure is an outcome, unless the signal fires. */
  analyse(outgoing: Outgoing, signal: AbortSignal): Promise<ModelOutcome>;
};

export type CauseOfModel = Extract<ModelOutcome, { kind: 'answered' }>['causes'][number];

/** Root causes and examples of each that a model is given at most. */
export const analyzedCauses = 12;
export const examplesOfCause = 3;

/** @returns the id that a model was given, as the product names it */
export function problemIdIn({ rootCauseId }: { rootCauseId: string }): ProblemId {
  return rootCauseId as ProblemId;
}
