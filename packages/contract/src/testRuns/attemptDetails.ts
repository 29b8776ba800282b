import { type Static, Type } from 'typebox';
import { Nullable } from '../ids.ts';

/** What is kept of one attempt besides its texts. */
export const attemptLimits = {
  codeFrames: 5,
  /** Lines before and after the one that is named. */
  linesAround: 5,
  codeLine: 300,
  steps: 300,
  stepTitle: 300,
  /** Longest duration of an attempt or a step: a year. */
  durationMs: 366 * 24 * 3_600_000,
  /** How deep steps within steps are kept. */
  stepDepth: 6,
} as const;

/** The lines around a frame of a stack trace, as they were when the test ran. */
export const CodeFrame = Type.Object(
  {
    file: Type.String({ minLength: 1, maxLength: 1000, description: 'path in the repository' }),
    line: Type.Integer({ minimum: 1, description: 'the line that the frame names' }),
    column: Nullable(Type.Integer({ minimum: 1 })),
    firstLine: Type.Integer({ minimum: 1, description: 'number of the first of the lines' }),
    lines: Type.Array(Type.String({ maxLength: attemptLimits.codeLine }), {
      minItems: 1,
      maxItems: 2 * attemptLimits.linesAround + 1,
    }),
  },
  { additionalProperties: false },
);
export type CodeFrame = Static<typeof CodeFrame>;
export const CodeFrames = Type.Array(CodeFrame, {
  maxItems: attemptLimits.codeFrames,
  description: "of the project's own frames, the innermost first",
});

export const stepStatuses = ['PASS', 'FAIL', 'SKIPPED'] as const;

/** A step of a test, as its framework names it. */
export const TestStep = Type.Object(
  {
    title: Type.String({ maxLength: attemptLimits.stepTitle }),
    depth: Type.Integer({ minimum: 0, maximum: attemptLimits.stepDepth, description: 'how many steps it is within' }),
    status: Type.Enum(stepStatuses),
    startMs: Type.Integer({
      minimum: 0,
      maximum: attemptLimits.durationMs,
      description: 'after the start of the attempt',
    }),
    durationMs: Type.Integer({ minimum: 0, maximum: attemptLimits.durationMs }),
  },
  { additionalProperties: false },
);
export type TestStep = Static<typeof TestStep>;
export const TestSteps = Type.Array(TestStep, {
  maxItems: attemptLimits.steps,
  description: 'in order, each before those within it; none where the framework has no steps',
});
